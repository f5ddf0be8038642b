import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SectionPage } from "#app/components/admin/section-page";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { dateTimeText } from "#app/lib/dates";
import { numberText } from "#app/lib/numbers";
import { loadSection } from "#app/services/admin-section.server";
import { callApi } from "#app/services/api.server";
import { requireStaff } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "admin", "health");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const [health, section] = await Promise.all([
    callApi(caller, contract.health, {}),
    loadSection({ request }, "health"),
  ]);
  return { health, section };
}

const megabyte = 1_048_576;

export default function Health() {
  const t = useTranslations("admin");
  const viewer = useViewer();
  const language = useLanguage();
  const { health, section } = useLoaderData<typeof loader>();
  const { backup } = health;
  return (
    <>
      <SectionPage {...section} />
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
            [t("waitingJobs"), health.waitingJobs],
            [t("failedJobs"), health.failedJobs],
            [t("stoppedAddresses"), health.stoppedAddresses],
          ]}
        />
      </section>
    </>
  );
}
