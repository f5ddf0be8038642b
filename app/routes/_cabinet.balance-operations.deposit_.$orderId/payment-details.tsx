import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import type { Tone } from "#app/components/ui/badge";
import { Badge } from "#app/components/ui/badge";
import { DescriptionList } from "#app/components/ui/description-list";
import { dateTimeText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { formatNumber } from "#contract/formats";
import type { Language } from "#contract/languages";
import type { DepositStatus } from "#contract/payments/deposit-status";
import type { Afterwards, Payment } from "#contract/payments/index";

const tones: Record<DepositStatus, Tone> = {
  notPaid: "warning",
  processing: "info",
  underReview: "info",
  received: "positive",
  rejected: "negative",
  cancelled: "neutral",
  deleted: "neutral",
};

const decimals = (cents: number, language: Language) =>
  formatNumber(cents / 100, language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  });

/** Returns the amount to pay: `20.50 USDT`; US dollars in the viewer's format. */
export function useCostText() {
  const language = useLanguage();
  return (cents: number, currency: string) =>
    currency === "USD" ? moneyText(cents, language) : `${decimals(cents, language)}\u00a0${currency}`;
}

type PaymentDetailsProps = { payment: Payment; refund: Afterwards["refund"] };

export function PaymentDetails({ payment, refund }: PaymentDetailsProps) {
  const t = useTranslations("deposit");
  const shared = useTranslations("balance");
  const language = useLanguage();
  const viewer = useViewer();
  const costText = useCostText();
  const { status, createdAt, receivedAt, expiresAt } = payment;
  return (
    <DescriptionList
      items={[
        [
          shared("status"),
          <Badge key={status} tone={tones[status]}>
            {shared(`status_${status}`)}
          </Badge>,
        ],
        [t("sum"), moneyText(payment.sumCents, language)],
        [t("cost"), costText(payment.costCents, payment.currency)],
        [shared("method"), payment.method.name],
        [t(payment.method.asks === "card" ? "card" : "wallet"), payment.payer],
        [t("txid"), payment.txid && <code>{payment.txid}</code>],
        [t("order"), <code key="order">{payment.orderId}</code>],
        [t("createdAt"), dateTimeText(createdAt, viewer)],
        [t("expiresAt"), status === "notPaid" ? dateTimeText(expiresAt, viewer) : null],
        [t("receivedAt"), receivedAt && dateTimeText(receivedAt, viewer)],
        [
          t("refunded"),
          refund && `${moneyText(refund.sumCents, language)}, ${dateTimeText(refund.createdAt, viewer)}`,
        ],
        [t("reason"), payment.reason],
      ]}
    />
  );
}
