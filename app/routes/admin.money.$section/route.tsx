import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SectionPage } from "#app/components/admin/section-page";
import { Form } from "#app/components/form";
import { DayFields } from "#app/components/form/day-fields";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { loadSection } from "#app/services/admin-section.server";

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.title);

export const loader = (args: LoaderFunctionArgs) => loadSection(args, `money/${args.params.section}`);

export default function AdminMoney() {
  const section = useLoaderData<typeof loader>();
  return (
    <>
      <SectionPage {...section} />
      {section.name === "money/revenue" && <LedgerExport />}
    </>
  );
}

const noDays = { from: { day: "" }, to: { day: "" } };

/** Downloads the ledger as a file for a date range. */
function LedgerExport() {
  const t = useTranslations("admin");
  return (
    <Form method="get" action={paths.adminLedgerCsv} className="filters" reloadDocument>
      <DayFields labels={{ from: t("fromDay"), to: t("toDay") }} days={noDays} />
      <button type="submit" className="button">
        {t("ledgerExport")}
      </button>
    </Form>
  );
}
