import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConsoleError } from "#app/components/admin/console-error";
import { useOperationText } from "#app/components/admin/operation-text";
import { SectionPage } from "#app/components/admin/section-page";
import { Form } from "#app/components/form";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { DescriptionList } from "#app/components/ui/description-list";
import { dateTimeText } from "#app/lib/dates";
import { fractionText, numberText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import { loadSection } from "#app/services/admin-section.server";
import { callApi } from "#app/services/api.server";
import { requireStaff } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";
import { mayRun } from "#contract/admin/roles";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "admin", "health");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const [health, section] = await Promise.all([
    callApi(caller, contract.health, {}),
    loadSection({ request }, "health"),
  ]);
  return { health, section, mayFind: mayRun(caller.roles, "requests show") };
}

const megabyte = 1_048_576;

export default function Health() {
  const t = useTranslations("admin");
  const viewer = useViewer();
  const language = useLanguage();
  const text = useOperationText();
  const { health, section, mayFind } = useLoaderData<typeof loader>();
  const { backup, ledgerCheck } = health;
  return (
    <>
      <SectionPage {...section} />
      {mayFind && (
        <section>
          <h2>{text.title("requests show")}</h2>
          <Form method="get" action={paths.adminOperation("requests show")} className="row" role="search">
            <input type="hidden" name="returnTo" value={paths.adminSection("health")} />
            <label htmlFor="requestId">{text.field("requestId")}</label>
            <input className="input" id="requestId" name="requestId" type="search" maxLength={64} required />
            <button type="submit" className={buttonClass()}>
              {t("find")}
            </button>
          </Form>
        </section>
      )}
      <section className="card">
        <h2>{t("service")}</h2>
        <DescriptionList
          items={[
            [t("version"), health.version],
            [t("runsSince"), dateTimeText(health.startedAt, viewer)],
            [t("lastBackup"), backup ? dateTimeText(backup.at, viewer) : t("noBackup")],
            [
              t("lastRestore"),
              backup && (backup.restoredAt ? dateTimeText(backup.restoredAt, viewer) : t("no")),
            ],
            [
              t("databaseSize"),
              t("megabytes", { size: numberText(Math.round(health.databaseBytes / megabyte), language) }),
            ],
            [
              t("lastLedgerCheck"),
              ledgerCheck
                ? t("ledgerCheckResult", {
                    time: dateTimeText(ledgerCheck.at, viewer),
                    count: ledgerCheck.faults,
                  })
                : t("noLedgerCheck"),
            ],
            [t("waitingJobs"), health.waitingJobs],
            [t("failedJobs"), health.failedJobs],
            [t("stoppedAddresses"), health.stoppedAddresses],
            [t("requestsLastHour"), numberText(health.requests, language)],
            [
              t("failedLastHour"),
              health.requests > 0
                ? t("failedShare", {
                    count: numberText(health.failedRequests, language),
                    share: fractionText(health.failedRequests / health.requests, language),
                  })
                : health.failedRequests,
            ],
          ]}
        />
      </section>
    </>
  );
}

export const ErrorBoundary = ConsoleError;
