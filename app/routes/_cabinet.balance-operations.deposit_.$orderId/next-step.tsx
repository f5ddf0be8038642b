import { Link } from "@remix-run/react";
import { useText } from "#app/components/text";
import type { Tone } from "#app/components/ui/badge";
import { buttonClass } from "#app/components/ui/button";
import { amountText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { DepositStatus } from "#contract/payments/deposit-status";
import type { Payment } from "#contract/payments/index";

const tones: Partial<Record<DepositStatus, Tone>> = { received: "positive", rejected: "negative" };

/** What the status means, and what the client can do about it. */
export function NextStep({ payment, returnTo }: { payment: Payment; returnTo: string | null }) {
  const t = useText("deposit");
  const { status, payUrl, sumCents, orderId } = payment;
  const isOver = status === "rejected" || status === "cancelled" || status === "deleted";
  const again = paths.deposit({ amount: amountText(sumCents), returnTo: returnTo ?? undefined });
  return (
    <div className="strip" data-tone={tones[status] ?? "info"}>
      <p role="status">{t(`${status}Text`)}</p>
      <div className="row">
        {payUrl && (
          <a className={buttonClass("primary")} href={payUrl}>
            {t("notPaidAction")}
          </a>
        )}
        {status === "received" && returnTo && (
          <Link className={buttonClass("primary")} to={returnTo}>
            {t("goOn")}
          </Link>
        )}
        {isOver && (
          <Link className={buttonClass("primary")} to={again}>
            {t("again")}
          </Link>
        )}
        {status === "received" && (
          <Link className={buttonClass()} to={paths.receipt("deposits", orderId)}>
            {t("toReceipt")}
          </Link>
        )}
        <Link to={paths.history("deposits")}>{t("toDeposits")}</Link>
      </div>
    </div>
  );
}
