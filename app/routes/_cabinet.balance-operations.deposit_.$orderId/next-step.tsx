import { Link } from "@remix-run/react";
import { useTranslations, useViewer } from "#app/components/translations";
import type { Tone } from "#app/components/ui/badge";
import { buttonClass } from "#app/components/ui/button";
import { dateText } from "#app/lib/dates";
import { amountText, moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { DepositStatus } from "#contract/payments/deposit-status";
import type { Afterwards, Payment } from "#contract/payments/index";

const tones: Partial<Record<DepositStatus, Tone>> = { received: "positive", rejected: "negative" };

type NextStepProps = { payment: Payment; afterwards: Afterwards; returnTo: string | null };

/**
 * Returns tone and text of a deposit's status. A refunded or disputed deposit keeps the status `received`, so dispute
 * and refund take precedence.
 */
function useStatusText(payment: Payment, { refund, isDisputed }: Afterwards): { tone: Tone; text: string } {
  const t = useTranslations("deposit");
  const viewer = useViewer();
  const { language } = viewer;
  const { status, method, sumCents, costCents, expiresAt } = payment;
  if (isDisputed) return { tone: "warning", text: t("disputedText") };
  if (!refund && method.asks === "invoice") {
    if (status === "notPaid")
      return { tone: "info", text: t("awaitsTransferText", { date: dateText(expiresAt, viewer) }) };
    const [came, ordered] = [moneyText(sumCents, language), moneyText(costCents, language)];
    if (status === "received" && came !== ordered)
      return { tone: "positive", text: t("otherSumText", { came, ordered }) };
  }
  if (!refund) return { tone: tones[status] ?? "info", text: t(`${status}Text`) };
  const amount = moneyText(refund.sumCents, language);
  return { tone: "info", text: t(refund.status === "done" ? "refundedText" : "refundAskedText", { amount }) };
}

/** Explains the status and what the client can do about it. */
export function NextStep({ payment, afterwards, returnTo }: NextStepProps) {
  const t = useTranslations("deposit");
  const { tone, text } = useStatusText(payment, afterwards);
  const { status, payUrl, sumCents, orderId } = payment;
  const isOver = status === "rejected" || status === "cancelled" || status === "deleted";
  const again = paths.deposit({ amount: amountText(sumCents), returnTo: returnTo ?? undefined });
  return (
    <div className="strip" data-tone={tone}>
      <p role="status">{text}</p>
      <div className="row">
        {payUrl && (
          <a className={buttonClass("primary")} href={payUrl}>
            {t(payment.method.asks === "invoice" ? "toInvoice" : "notPaidAction")}
          </a>
        )}{" "}
        {status === "received" && !afterwards.refund && returnTo && (
          <Link className={buttonClass("primary")} to={returnTo}>
            {t("goOn")}
          </Link>
        )}{" "}
        {isOver && (
          <Link className={buttonClass("primary")} to={again}>
            {t("again")}
          </Link>
        )}{" "}
        {status === "received" && (
          <Link className={buttonClass()} to={paths.receipt("deposits", orderId)}>
            {t("toReceipt")}
          </Link>
        )}{" "}
        <Link className="lone" to={paths.history("deposits")}>
          {t("toDeposits")}
        </Link>
      </div>
    </div>
  );
}
