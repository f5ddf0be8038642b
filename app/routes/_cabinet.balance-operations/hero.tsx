import { Link } from "@remix-run/react";
import { RichText, useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { Coming } from "#contract/vps/index";

/** The balance, how long it lasts, and its actions. */
export function Hero({ coming }: { coming: Coming }) {
  const t = useTranslations("balance");
  const language = useLanguage();
  const link = (to: string, label: string, variant?: "call") => (
    <Link className={buttonClass(variant)} to={to}>
      {label}
    </Link>
  );
  return (
    <header className="band sum-hero">
      <h1>{t("title")}</h1>
      <p className="hero-figure">{moneyText(coming.balanceCents, language)}</p>
      <p>
        <RichText tags={{ b: (date) => <b>{date}</b> }}>{useEnough(coming)}</RichText>
      </p>
      {coming.owedCents > 0 && (
        <p>
          <RichText tags={{ b: (sum) => <b>{sum}</b> }}>
            {t("owed", { amount: moneyText(coming.owedCents, language) })}
          </RichText>
        </p>
      )}
      <div className="row">
        {link(paths.deposit(), t("deposit"), "call")} {link(paths.transfer, t("transfer"))}{" "}
        {link(paths.statement(), t("statement"))}
      </div>
    </header>
  );
}

/** Returns until when the balance covers the automatic payments. */
function useEnough({ shortage, hasAutomatic, until }: Coming): string {
  const t = useTranslations("balance");
  const language = useLanguage();
  const viewer = useViewer();
  if (!hasAutomatic) return t("nothingDue");
  if (!shortage) return t("enoughFor", { date: dateText(until, viewer) });
  const { server, at, missingCents } = shortage;
  const values = { date: dateText(at, viewer), missing: moneyText(missingCents, language) };
  if (!server) return t("enoughUntilMonitoring", values);
  return t("enoughUntil", {
    ...values,
    name: t("server", { name: server.comment || server.tariff, id: server.id }),
  });
}
