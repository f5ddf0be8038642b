import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConsoleError } from "#app/components/admin/console-error";
import { useOperationText } from "#app/components/admin/operation-text";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { requireStaff } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "admin", "operations");

export async function loader({ request }: LoaderFunctionArgs) {
  return callApi(await requireStaff(request), contract.operations, {});
}

/** Groups of operations by the first word of their names; the rest is about the service and its staff. */
const areas = [
  {
    title: "areaClients",
    words: ["clients", "tickets", "replies", "sessions", "two-step", "flags", "emails"],
  },
  {
    title: "areaMoney",
    words: ["deposits", "withdrawals", "balance", "invoices", "books", "ledger", "partner"],
  },
  { title: "areaMachines", words: ["servers", "test-servers", "drifts", "capacity", "maintenance"] },
  {
    title: "areaCatalogue",
    words: ["tariffs", "promo-codes", "settings", "alerts", "announcements", "texts"],
  },
  { title: "areaService", words: [] },
] as const satisfies { title: string; words: readonly string[] }[];

const areaOf = (name: string) =>
  areas.find(({ words }) => words.some((word) => word === name.split(" ")[0])) ?? areas[4];

/** All operations of the command line, by group. */
export default function Operations() {
  const t = useTranslations("admin");
  const text = useOperationText();
  const { names } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{t("operations")}</h1>
      <p className="hint">{t("operationsHint")}</p>
      {areas.map((area) => {
        const inArea = names.filter((name) => areaOf(name) === area);
        return (
          inArea.length > 0 && (
            <section key={area.title}>
              <h2>{t(area.title)}</h2>
              <ul>
                {inArea.map((name) => (
                  <li key={name}>
                    <a
                      className="lone"
                      href={paths.adminOperation(name, { returnTo: paths.adminOperations })}
                    >
                      {text.title(name)}
                    </a>{" "}
                    <code className="small muted">{name}</code>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </>
  );
}

export const ErrorBoundary = ConsoleError;
