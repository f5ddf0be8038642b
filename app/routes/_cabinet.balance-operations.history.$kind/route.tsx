import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PeriodPicker } from "#app/components/form/period-picker";
import { useLedgerColumns } from "#app/components/ledger-columns";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Banner } from "#app/components/ui/banner";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Icon } from "#app/components/ui/icon";
import { Pager } from "#app/components/ui/pager";
import { Table } from "#app/components/ui/table";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { Caller } from "#app/services/api.server";
import { callApi, callIfOffered } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { periodOf, typedDays } from "#app/services/period.server";
import { requireClient } from "#app/services/session.server";
import type { LedgerLine } from "#contract/balance/index";
import { history } from "#contract/balance/index";
import type { HistoryKind } from "#contract/balance/ledger-lines";
import { historyKinds } from "#contract/balance/ledger-lines";
import * as contract from "#contract/partners/index";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "balance", `history_${args.data?.kind ?? "deposits"}`);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const kind = historyKinds.find((known) => known === params.kind);
  if (!kind) throw data({ message: "notFound" }, { status: 404 });
  const period = periodOf(request);
  const page = new URL(request.url).searchParams.get("page") ?? 1;
  const [historyPage, texts, days, unconfirmed] = await Promise.all([
    callApi(caller, history, { kind, ...period, page }),
    loadTranslations(request, "history", "period"),
    typedDays(request, period),
    kind === "withdrawals" ? unconfirmedWithdrawal(caller) : null,
  ]);
  return { ...historyPage, kind, period, days, texts, unconfirmed };
}

/** Returns the withdrawal whose wallet the client has to confirm; it is not in the history yet. */
async function unconfirmedWithdrawal(caller: Caller) {
  const { withdrawals } = await callIfOffered(caller, contract.withdrawals, {}, { withdrawals: [] });
  return withdrawals.find(({ status }) => status === "confirming") ?? null;
}

export default function History() {
  const t = useTranslations("history");
  const common = useTranslations("common");
  const language = useLanguage();
  const { kind, period, days, movements, page, pages, unconfirmed } = useLoaderData<typeof loader>();
  return (
    <>
      {unconfirmed && (
        <Banner
          title={t("confirmWallet")}
          action={
            <Link className="button" to={paths.partnerWithdrawals}>
              {t("toWithdrawals")}
            </Link>
          }
        >
          {t("confirmWalletText", { amount: moneyText(unconfirmed.amountCents, language) })}
        </Banner>
      )}
      <div className="row apart">
        <PeriodPicker
          period={period.period}
          days={days}
          fold="all"
          path={paths.history(kind)}
          href={(preset) => paths.history(kind, { period: preset })}
        />
        {movements.length > 0 && (
          <a className={buttonClass("quiet")} href={paths.historyCsv(kind, period)} download>
            <Icon name="download" /> {t("csv")}
          </a>
        )}
      </div>
      {movements.length > 0 ? (
        <LedgerLines kind={kind} rows={movements} />
      ) : (
        <EmptyHistory kind={kind} isAllTime={period.period === "all"} />
      )}
      <Pager
        page={page}
        pageCount={pages}
        href={(number) => paths.history(kind, { ...period, page: number })}
        label={common("pages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
    </>
  );
}

/** The empty state of a history, with a link to the action that creates the first row. */
function EmptyHistory({ kind, isAllTime }: { kind: HistoryKind; isAllTime: boolean }) {
  const t = useTranslations("history");
  const shared = useTranslations("balance");
  const link = (to: string, label: string) => (
    <Link className={buttonClass()} to={to}>
      {label}
    </Link>
  );
  if (!isAllTime)
    return <EmptyState title={t("historyEmpty")} action={link(paths.history(kind), t("allTime"))} />;
  const next = {
    deposits: link(paths.deposit(), shared("topUp")),
    transfers: link(paths.transfer, shared("transferMoney")),
    "server-payments": link(paths.vps, t("toVps")),
    withdrawals: link(paths.partnerProgram, t("toPartner")),
  };
  return (
    <EmptyState title={t(`empty_${kind}`)} action={next[kind]}>
      {t(`emptyText_${kind}`)}
    </EmptyState>
  );
}

/** The rows of a history. Signs are shown only if the history has both directions. */
function LedgerLines({ kind, rows }: { kind: HistoryKind; rows: LedgerLine[] }) {
  const t = useTranslations("history");
  const shared = useTranslations("balance");
  const language = useLanguage();
  const begun = useLedgerColumns(t(`about_${kind}`));
  const sign = kind !== "deposits";
  const row = (to: string, label: string) => (
    <Link className="go" to={to}>
      {label}
    </Link>
  );
  return (
    <Table
      caption={shared(`history_${kind}`)}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        ...begun,
        {
          key: "sum",
          label: shared("sumColumn"),
          phonePosition: "figure",
          numeric: true,
          cell: ({ amountCents }) => moneyText(amountCents, language, { sign }),
        },
        {
          key: "receipt",
          label: t("receiptColumn"),
          hideLabel: true,
          cell: ({ id, hasReceipt }) =>
            hasReceipt
              ? row(paths.receipt(kind, id), t("receiptLink"))
              : kind === "deposits" && row(paths.depositStatus(id), t("details")),
        },
      ]}
    />
  );
}
