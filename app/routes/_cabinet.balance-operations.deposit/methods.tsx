import { useLanguage, useText } from "#app/components/text";
import { Table } from "#app/components/ui/table";
import { moneyText } from "#app/lib/money";
import { numberText, percentText } from "#app/lib/numbers";
import type { DepositMethod } from "#contract/payments/index";

/** What each way to deposit costs and takes. */
export function Methods({ methods }: { methods: DepositMethod[] }) {
  const t = useText("deposit");
  const shared = useText("balance");
  const language = useLanguage();
  const fee = ({ feePercent, feeFixedCents }: DepositMethod) =>
    [
      feePercent > 0 && percentText(feePercent, language, { digits: 2 }),
      feeFixedCents > 0 && moneyText(feeFixedCents, language),
    ]
      .filter(Boolean)
      .join(" + ") || t("feeNone");
  return (
    <Table
      caption={t("methodsTitle")}
      rows={methods}
      rowKey={({ id }) => id}
      columns={[
        { key: "name", label: shared("method"), cell: ({ name }) => name, isRowHeader: true },
        { key: "fee", label: t("fee"), cell: fee, numeric: true },
        {
          key: "min",
          label: t("minimum"),
          cell: ({ minCents }) => moneyText(minCents, language),
          numeric: true,
        },
        {
          key: "currency",
          label: t("currency"),
          cell: ({ currency, perDollar }) =>
            perDollar === 1 ? currency : `${currency} ($1 = ${numberText(perDollar, language, 4)})`,
        },
      ]}
    />
  );
}
