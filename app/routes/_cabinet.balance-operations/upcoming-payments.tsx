import { Link } from "@remix-run/react";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { dateText } from "#app/lib/dates";
import { amountText, moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { ComingPayment, Coming as Found } from "#contract/vps/index";

/** The upcoming payments with the balance after each, and the missing sum of the first one that cannot be paid. */
export function UpcomingPayments({ payments, shortage }: Pick<Found, "payments" | "shortage">) {
  const t = useTranslations("balance");
  const language = useLanguage();
  const viewer = useViewer();
  if (payments.length === 0) return null;
  const amount = shortage && moneyText(shortage.missingCents, language);
  return (
    <aside className="card" aria-labelledby="coming">
      <h2 id="coming">{t("coming")}</h2>
      <ol className="coming">
        {payments.map((payment) => (
          <Payment key={`${payment.server?.id ?? "monitoring"} ${payment.at}`} {...payment} />
        ))}
      </ol>
      {shortage && amount && (
        <>
          <p className="total row apart">
            <span>{t("depositBy", { date: dateText(shortage.at, viewer) })}</span> {amount}
          </p>
          <Link
            className={buttonClass()}
            to={paths.deposit({ amount: amountText(shortage.missingCents), returnTo: paths.balance })}
          >
            {t("depositSum", { amount })}
          </Link>
        </>
      )}
    </aside>
  );
}

function Payment({ server, at, months, amountCents, isAutomatic, leavesCents }: ComingPayment) {
  const t = useTranslations("balance");
  const language = useLanguage();
  const viewer = useViewer();
  const money = (cents: number, sign = false) => moneyText(cents, language, { sign });
  const isShort = isAutomatic && leavesCents !== null && leavesCents < 0;
  const follows = () => {
    if (!isAutomatic) return t("endsUnless");
    if (leavesCents === null) return "";
    return isShort
      ? t("needMore", { amount: money(-leavesCents) })
      : t("leaves", { amount: money(leavesCents) });
  };
  return (
    <li>
      <time dateTime={at} className="small muted">
        {dateText(at, viewer)}
      </time>{" "}
      <span>
        <b>{server ? server.comment || server.id : t("monitoring")}</b>{" "}
        <small className={isShort ? "short" : "muted"}>
          {[t("months", { count: months }), follows()].filter(Boolean).join(", ")}
        </small>
      </span>{" "}
      <span className={isAutomatic ? undefined : "muted"}>
        {isAutomatic ? money(-amountCents) : money(amountCents)}
      </span>
    </li>
  );
}
