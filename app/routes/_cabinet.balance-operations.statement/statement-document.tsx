import { DocumentHead } from "#app/components/layout/document-head";
import { PageButtons } from "#app/components/page-script";
import { useLanguage, useTranslations } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { PrintButton } from "#app/components/ui/print-button";
import { Table } from "#app/components/ui/table";
import { TypedName } from "#app/components/ui/typed-name";
import { utcDateText, utcDateTimeText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import type { Statement } from "#contract/balance/index";

/** Returns the last day of a period whose end is exclusive. */
const lastDay = (to: string) => new Date(Date.parse(to) - 1).toISOString();

/** Opening balance, ledger lines and closing balance; each line has the balance after it. */
export function StatementDocument({ client, from, to, lines, ...sums }: Statement) {
  const t = useTranslations("history");
  const shared = useTranslations("balance");
  const language = useLanguage();
  const money = (cents: number, sign = false) => moneyText(cents, language, { sign });
  return (
    <section className="card">
      <DocumentHead />
      <h2>
        {t("statementOf", { from: utcDateText(from, language), to: utcDateText(lastDay(to), language) })}
      </h2>
      <p>
        {client.name}, {client.email}
      </p>
      <DescriptionList
        atEnd
        items={[
          [t("opening"), money(sums.openingCents)],
          [t("incoming"), money(sums.inCents, true)],
          [t("outgoing"), money(sums.outCents, true)],
        ]}
      />
      <div className="row apart total">
        <span>{t("closing")}</span> <span className="num">{money(sums.closingCents)}</span>
      </div>
      {lines.length === 0 ? (
        <p className="muted">{t("statementEmpty")}</p>
      ) : (
        <Table
          caption={t("statementTitle")}
          rows={lines}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "about",
              label: shared("about"),
              cell: ({ about }) => <TypedName>{about}</TypedName>,
              isRowHeader: true,
            },
            {
              key: "date",
              label: shared("date"),
              phonePosition: "plain",
              cell: ({ at }) => utcDateTimeText(at, language),
            },
            {
              key: "sum",
              label: shared("sumColumn"),
              phonePosition: "figure",
              cell: ({ amountCents }) => money(amountCents, true),
              numeric: true,
            },
            {
              key: "balance",
              label: t("balanceAfter"),
              cell: ({ balanceCents }) => money(balanceCents),
              numeric: true,
            },
          ]}
        />
      )}
      <div className="row no-print">
        <PageButtons />
        <PrintButton label={t("print")} hint={t("printHint")} />
      </div>
    </section>
  );
}
