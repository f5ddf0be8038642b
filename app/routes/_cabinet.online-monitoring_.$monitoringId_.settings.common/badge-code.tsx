import { useTranslations } from "#app/components/translations";
import { CopyField } from "#app/components/ui/copy-field";
import { Disclosure } from "#app/components/ui/disclosure";
import { badgeFiles } from "#app/lib/badge-files";
import type { AccountPage } from "#contract/monitoring/index";
import type { BadgeLook } from "#contract/monitoring/status";
import { badgeSizes } from "#contract/monitoring/status";

type Props = {
  account: Pick<AccountPage, "name" | "visibility"> & { address: string; badges: Record<BadgeLook, string> };
};

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Previews of the badges, and the HTML to embed each on another site. */
export function BadgeCode({ account: { name, visibility, address, badges } }: Props) {
  const t = useTranslations("sharing");
  const common = useTranslations("common");
  const code = (look: BadgeLook) =>
    `<a href="${address}"><img src="${badges[look]}" width="${badgeSizes[look].width}" height="${badgeSizes[look].height}" alt="${escaped(name)}"></a>`;
  return (
    <Disclosure summary={t("badge")}>
      <p>{t("badgeText")}</p>
      {visibility === "private" ? (
        <p className="muted">{t("badgeNeedsSharing")}</p>
      ) : (
        (Object.keys(badgeFiles) as BadgeLook[]).map((look) => (
          <div key={look} className="stack">
            <img src={new URL(badges[look]).pathname} {...badgeSizes[look]} alt={name} loading="lazy" />{" "}
            <CopyField
              label={t(`badgeCode_${look}`)}
              value={code(look)}
              copy={common("copy")}
              copied={common("copied")}
            />
          </div>
        ))
      )}
    </Disclosure>
  );
}
