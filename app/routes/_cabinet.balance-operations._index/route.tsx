import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PeriodPicker } from "#app/components/form/period-picker";
import { useLedgerColumns } from "#app/components/ledger-columns";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pager } from "#app/components/ui/pager";
import { Table } from "#app/components/ui/table";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { periodOf, typedDays } from "#app/services/period.server";
import { requireClient } from "#app/services/session.server";
import type { Operation } from "#contract/balance/index";
import { operations } from "#contract/balance/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "balance", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const period = periodOf(request);
  const page = new URL(request.url).searchParams.get("page") ?? 1;
  const [operationPage, texts, days] = await Promise.all([
    callApi(caller, operations, { ...period, page }),
    loadTranslations(request, "history", "period"),
    typedDays(request, period),
  ]);
  return { ...operationPage, period, days, texts };
}

export default function Operations() {
  const t = useTranslations("history");
  const shared = useTranslations("balance");
  const common = useTranslations("common");
  const { movements, period, days, page, pages } = useLoaderData<typeof loader>();
  const isAllTime = period.period === "all";
  return (
    <>
      <PeriodPicker
        period={period.period}
        days={days}
        fold="all"
        path={paths.balance}
        href={(preset) => paths.operations({ period: preset })}
      />
      {movements.length > 0 ? (
        <OperationTable rows={movements} />
      ) : (
        <EmptyState
          title={isAllTime ? t("empty_all") : t("historyEmpty")}
          action={
            <Link className={buttonClass()} to={isAllTime ? paths.deposit() : paths.balance}>
              {isAllTime ? shared("topUp") : t("allTime")}
            </Link>
          }
        >
          {isAllTime && t("emptyText_all")}
        </EmptyState>
      )}
      <Pager
        page={page}
        pageCount={pages}
        href={(number) => paths.operations({ ...period, page: number })}
        label={common("pages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
    </>
  );
}

/** All operations on the balance, each with the balance after it. */
function OperationTable({ rows }: { rows: Operation[] }) {
  const t = useTranslations("history");
  const shared = useTranslations("balance");
  const language = useLanguage();
  const begun = useLedgerColumns(shared("about"));
  return (
    <Table
      caption={shared("operations")}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        ...begun,
        {
          key: "sum",
          label: shared("sumColumn"),
          phonePosition: "figure",
          numeric: true,
          cell: ({ amountCents }) => (
            <span className={amountCents > 0 ? "up" : undefined}>
              {moneyText(amountCents, language, { sign: true })}
            </span>
          ),
        },
        {
          key: "balance",
          label: t("balanceAfter"),
          isLow: true,
          numeric: true,
          cell: ({ balanceCents }) => <span className="muted">{moneyText(balanceCents, language)}</span>,
        },
        {
          key: "receipt",
          label: t("receiptColumn"),
          hideLabel: true,
          cell: ({ receipt }) =>
            receipt && (
              <Link className="go" to={paths.receipt(receipt.kind, receipt.receiptId)}>
                {t("receiptLink")}
              </Link>
            ),
        },
      ]}
    />
  );
}
