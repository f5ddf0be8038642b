import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { RichText, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pager } from "#app/components/ui/pager";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { pageNumber } from "#app/services/page-number.server";
import { requireClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/support.css?url";
import * as contract from "#contract/support/index";
import { TicketTable } from "./ticket-table";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "support", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  const [texts, list] = await Promise.all([
    loadTranslations(request, "support"),
    callApi(session, contract.tickets, { page: pageNumber(request) }),
  ]);
  return { texts, ...list };
}

export default function Support() {
  const t = useTranslations("support");
  const common = useTranslations("common");
  const { tickets, page, pages } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="page-head">
        <h1>{t("title")}</h1>
        <Link to={paths.newTicket} className={buttonClass("primary")} preventScrollReset>
          {t("createTicket")}
        </Link>
        <p>{t("lead")}</p>
      </div>
      {tickets.length > 0 ? (
        <TicketTable tickets={tickets} />
      ) : (
        <EmptyState
          title={t("emptyTitle")}
          action={
            <p>
              <RichText tags={{ faq: (text) => <Link to={paths.faq}>{text}</Link> }}>
                {t("faqFirst")}
              </RichText>
            </p>
          }
        >
          {t("emptyText")}
        </EmptyState>
      )}
      <Pager
        page={page}
        pageCount={pages}
        href={paths.supportPage}
        label={common("pages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
      <Outlet />
    </>
  );
}
