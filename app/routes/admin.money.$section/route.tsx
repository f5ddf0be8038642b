import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConsoleError } from "#app/components/admin/console-error";
import { SectionPage } from "#app/components/admin/section-page";
import { Form } from "#app/components/form";
import { DayFields } from "#app/components/form/day-fields";
import { titled } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { utcDateText, utcFormat } from "#app/lib/dates";
import type { TypedDays } from "#app/lib/typed-days";
import { paths } from "#app/paths";
import { loadSection } from "#app/services/admin-section.server";
import { lastDayOfMonth } from "#contract/day";

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.title);

export const loader = (args: LoaderFunctionArgs) => loadSection(args, `money/${args.params.section}`);

export default function AdminMoney() {
  const section = useLoaderData<typeof loader>();
  return (
    <>
      <SectionPage {...section}>{section.period && <Period {...section.period} />}</SectionPage>
      {section.name === "money/revenue" && section.period && <LedgerExport days={section.period.days} />}
    </>
  );
}

type PeriodProps = { days: { from: string; to: string }; fields: TypedDays; months: readonly string[] };

/** Chooses the days that the lists are of, and says which they are. */
function Period({ days, fields, months }: PeriodProps) {
  const t = useTranslations("admin");
  const language = useLanguage();
  return (
    <>
      {months.length > 0 && <Month months={months} days={days} />}
      <Form method="get" className="filters">
        <DayFields labels={{ from: t("fromDay"), to: t("toDay") }} days={fields} />
        <button type="submit" className="button">
          {t("showDays")}
        </button>
      </Form>
      <p className="muted">
        {t("shownDays", { from: utcDateText(days.from, language), to: utcDateText(days.to, language) })}
      </p>
    </>
  );
}

/** Chooses a whole month of those in which money moved. */
function Month({ months, days: { from, to } }: Pick<PeriodProps, "months" | "days">) {
  const t = useTranslations("admin");
  const language = useLanguage();
  const { format } = utcFormat(language, { month: "long", year: "numeric" });
  const shown = months.find((month) => from === `${month}-01` && to === lastDayOfMonth(month));
  return (
    <Form method="get" className="filters">
      <label className="field">
        {t("month")}
        <select key={shown} name="month" className="input" defaultValue={shown}>
          {months.map((month) => (
            <option key={month} value={month}>
              {format(new Date(`${month}-01`))}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button">
        {t("showMonth")}
      </button>
    </Form>
  );
}

/** Downloads the ledger as a file for a date range, at first that of the lists. */
function LedgerExport({ days: { from, to } }: { days: { from: string; to: string } }) {
  const t = useTranslations("admin");
  return (
    <Form method="get" action={paths.adminLedgerCsv} className="filters" reloadDocument>
      <DayFields
        labels={{ from: t("fromDay"), to: t("toDay") }}
        days={{ from: { day: from }, to: { day: to } }}
      />
      <label className="check">
        <input type="checkbox" name="withOpening" />
        {t("withOpening")}
      </label>
      <button type="submit" className="button">
        {t("ledgerExport")}
      </button>
    </Form>
  );
}

export const ErrorBoundary = ConsoleError;
