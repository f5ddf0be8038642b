import { useText } from "#app/components/text";
import { CopyField } from "#app/components/ui/copy-field";
import type { AccountPage } from "#contract/monitoring/index";
import { badgeSize } from "#contract/monitoring/status";

type Props = { account: Pick<AccountPage, "name" | "visibility"> & { address: string; badge: string } };

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The badge as others see it, and the HTML that puts it on another site. */
export function BadgeCode({ account: { name, visibility, address, badge } }: Props) {
  const t = useText("sharing");
  const common = useText("common");
  const code = `<a href="${address}"><img src="${badge}" width="${badgeSize.width}" height="${badgeSize.height}" alt="${escaped(name)}"></a>`;
  return (
    <section>
      <h2>{t("badge")}</h2>
      <p>{t("badgeText")}</p>
      {visibility === "private" ? (
        <p className="muted">{t("badgeNeedsSharing")}</p>
      ) : (
        <>
          <img src={new URL(badge).pathname} {...badgeSize} alt={name} />
          <CopyField label={t("badgeCode")} value={code} copy={common("copy")} copied={common("copied")} />
        </>
      )}
    </section>
  );
}
