import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PeriodPicker } from "#app/components/form/period-picker";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import { loadTranslations } from "#app/services/locale.server";
import { periodOf, typedDays } from "#app/services/period.server";
import { requireClient } from "#app/services/session.server";
import { statement } from "#contract/balance/index";
import { StatementDocument } from "./statement-document";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "history", "statementTitle");

/** Returns the API's message if the statement is too long, to show it beside the period picker. */
const messageIfTooLong = (error: unknown) => {
  if (error instanceof ApiError && error.code === "statementTooLong") return error.message;
  throw error;
};

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const period = periodOf(request);
  const [statementOrMessage, texts, days] = await Promise.all([
    callApi(caller, statement, period).catch(messageIfTooLong),
    loadTranslations(request, "history", "period"),
    typedDays(request, period),
  ]);
  return { paper: statementOrMessage, period, days, texts };
}

export default function StatementPage() {
  const t = useTranslations("history");
  const { paper: statementOrMessage, period, days } = useLoaderData<typeof loader>();
  return (
    <section>
      <h1>{t("statementTitle")}</h1>
      <div className="no-print">
        <PeriodPicker
          period={period.period}
          days={days}
          fold="all"
          path={paths.statement()}
          href={(preset) => paths.statement({ period: preset })}
        />
      </div>
      {typeof statementOrMessage === "string" ? (
        <Notice tone="warning">{statementOrMessage}</Notice>
      ) : (
        <StatementDocument {...statementOrMessage} />
      )}
    </section>
  );
}
