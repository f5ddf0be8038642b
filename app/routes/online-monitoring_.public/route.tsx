import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { sparklinePath } from "#app/components/chart/sparkline-path.server";
import { ErrorMain } from "#app/components/layout/error-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pager } from "#app/components/ui/pager";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/account.css?url";
import * as contract from "#contract/monitoring/index";
import { AccountTable } from "./account-table";
import { addressOf } from "./address";
import { Filters } from "./filters";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** Rendered without script; the page needs none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "public", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const query = contract.publicQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [{ accounts, page, ...rest }, texts] = await Promise.all([
    callApi(caller, contract.publicAccounts, query),
    loadTranslations(request, "public"),
  ]);
  return {
    ...rest,
    accounts: accounts.map(({ line, ...account }) => ({ ...account, sparkline: sparklinePath(line) })),
    query: { ...query, page },
    isVisitor: caller.token === null,
    texts,
  };
}

export default function PublicAccounts() {
  const t = useTranslations("public");
  const common = useTranslations("common");
  const { accounts, query, pages, total, all, isVisitor } = useLoaderData<typeof loader>();
  const publish = (
    <a href={isVisitor ? paths.signup() : paths.monitoringAccounts} className={buttonClass()}>
      {t("publish")}
    </a>
  );
  return (
    <main id="main" className="public">
      <header className="page-head">
        <h1>{t("title")}</h1>
        {all > 0 && publish}
        {all > 0 && (
          <p>
            {t("intro", { count: all })} {total < all && t("found", { count: total, all })}
          </p>
        )}
      </header>
      {all === 0 ? (
        <EmptyState title={t("emptyTitle")} action={publish}>
          {t("emptyText")}
        </EmptyState>
      ) : (
        <Filters query={query} />
      )}
      {all > 0 && total === 0 && (
        <EmptyState
          title={t("nothingTitle")}
          action={
            <a href={paths.publicAccounts()} className={buttonClass()}>
              {t("showAll")}
            </a>
          }
        >
          {t("nothingText")}
        </EmptyState>
      )}
      {total > 0 && <AccountTable accounts={accounts} query={query} />}
      <Pager
        page={query.page}
        pageCount={pages}
        href={(page) => addressOf({ ...query, page })}
        label={common("pages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
