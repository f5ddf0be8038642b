import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import { Button } from "#app/components/ui/button";
import { useHydrated } from "#app/components/ui/use-hydrated";
import { zoneName } from "#app/lib/dates";
import { paths } from "#app/paths";
import { clockName } from "#contract/formats";

/**
 * Offers the browser's time zone to a client who has chosen none, as soon as script knows it. Either choice is saved
 * in the account (docs/adr/0011). It overlays the page, so there is no layout shift.
 */
export function TimeZoneOffer({ returnTo }: { returnTo: string }) {
  const t = useTranslations("common");
  if (!useHydrated()) return null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = clockName(zone, Date.now());
  if (zone === "UTC" || !clock) return null;
  return (
    <section className="zone-offer no-print" aria-label={t("zoneTitle")}>
      <p>{t("zoneOffer", { zone: zoneName(zone) })}</p>
      <Form method="post" action={paths.timeZone} className="row" preventScrollReset>
        <input type="hidden" name="returnTo" value={returnTo} />
        <Button type="submit" variant="primary" name="zone" value={zone}>
          {t("zoneUse", { clock })}
        </Button>{" "}
        <Button type="submit" name="zone" value="UTC">
          {t("zoneKeep")}
        </Button>
      </Form>
    </section>
  );
}
