import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PeriodPicker } from "#app/components/form/period-picker";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { Disclosure } from "#app/components/ui/disclosure";
import { Pager } from "#app/components/ui/pager";
import { isAnyWrong } from "#app/lib/typed-days";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { periodOf, typedDays } from "#app/services/period.server";
import { requireClient } from "#app/services/session.server";
import { history } from "#contract/balance/index";
import { historyKinds } from "#contract/balance/ledger-lines";
import { EmptyHistory } from "./empty-history";
import { Movements } from "./ledger-lines";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "balance", `history_${args.data?.kind ?? "deposits"}`);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const kind = historyKinds.find((known) => known === params.kind);
  if (!kind) throw data({ message: "notFound" }, { status: 404 });
  const period = periodOf(request);
  const page = new URL(request.url).searchParams.get("page") ?? 1;
  const [found, texts, days] = await Promise.all([
    callApi(caller, history, { kind, ...period, page }),
    loadTranslations(request, "history"),
    typedDays(request, period),
  ]);
  return { ...found, kind, period, days, texts };
}

export default function History() {
  const t = useTranslations("history");
  const common = useTranslations("common");
  const { kind, period, days, movements, page, pages } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="row apart">
        <Disclosure summary={t(`period_${period.period}`)} open={isAnyWrong(days)}>
          <PeriodPicker
            period={period}
            days={days}
            path={paths.history(kind)}
            href={(preset) => paths.history(kind, { period: preset })}
          />
        </Disclosure>
        {movements.length > 0 && (
          <a className={buttonClass("quiet")} href={paths.historyCsv(kind, period)} download>
            {t("csv")}
          </a>
        )}
      </div>
      {movements.length > 0 ? (
        <Movements kind={kind} movements={movements} />
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
