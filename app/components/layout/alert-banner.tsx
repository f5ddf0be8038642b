import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import type { ShellData } from "./data";

/** A message of the operator. Closing it is remembered for that message. */
export function AlertBanner({
  alert,
  returnTo,
}: {
  alert: NonNullable<ShellData["alert"]>;
  returnTo: string;
}) {
  const t = useTranslations("common");
  return (
    <section className="alert" aria-label={t("alert")}>
      <p>{alert.text}</p>
      <Form method="post" action={paths.closeAlert} preventScrollReset replace>
        <input type="hidden" name="returnTo" value={returnTo} />
        <input type="hidden" name="alertId" value={alert.id} />
        <button type="submit" className="bar-button">
          {t("closeAlert")}
        </button>
      </Form>
    </section>
  );
}
