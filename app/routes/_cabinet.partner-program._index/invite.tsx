import { useTranslations } from "#app/components/translations";
import { CopyField } from "#app/components/ui/copy-field";
import { Disclosure } from "#app/components/ui/disclosure";
import { paths } from "#app/paths";

type InviteProps = {
  reflink: string;
  code: string;
  share: { english: string; russian: string };
  /** What the program gives. */
  terms: string;
};

/** The link and the code to give away: to copy, to scan, and with words ready to be sent. */
export function Invite({ reflink, code, share, terms }: InviteProps) {
  const t = useTranslations("partner");
  const common = useTranslations("common");
  const copy = { copy: common("copy"), copied: common("copied") };
  return (
    <section className="card invite" aria-labelledby="invite-title">
      <div className="stack">
        <h2 id="invite-title">{t("inviteTitle")}</h2>
        <CopyField label={t("reflink")} value={reflink} {...copy} />{" "}
        <CopyField label={t("code")} value={code} {...copy} />
        <p className="small muted">
          {t("inviteHint")} {terms}
        </p>
        <Disclosure summary={t("readyTexts")}>
          <h3>{t("readyTextEnglish")}</h3>
          <p lang="en">
            <CopyField value={share.english} {...copy} />
          </p>
          <h3>{t("readyTextRussian")}</h3>
          <p lang="ru">
            <CopyField value={share.russian} {...copy} />
          </p>
        </Disclosure>
      </div>
      <img className="qr" src={paths.reflinkQr} alt={t("qrTitle")} width={176} height={176} loading="lazy" />
    </section>
  );
}
