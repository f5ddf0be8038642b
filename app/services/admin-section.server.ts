import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import type { Section } from "#app/lib/admin-section";
import { isOffered } from "#app/lib/admin-section";
import type { SectionName } from "#app/lib/admin-sections";
import { sectionAt, sections } from "#app/lib/admin-sections";
import { cursorsOf } from "#app/lib/cursors";
import { paths } from "#app/paths";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import { mayRun } from "#contract/admin/roles";
import { dayOf, lastDayOfMonth } from "#contract/day";
import { callApi } from "./api.server";
import { textsIn } from "./locale.server";
import { isDay, typedDays, validDay } from "./period.server";
import { requireStaff } from "./staff.server";

/** Rows of a list that has the page for itself, and of one of several, so that the page is small. */
const [rowsAlone, rowsBesides] = [50, 10];

/** Returns the key of a section's heading in `admin.json`. */
const sectionTextKey = (name: SectionName) => `section_${name.replace("/", "_")}` as "section_machines";

const isMonth = (text: string | null): text is string => isDay(`${text}-01`);

/**
 * Returns the days (UTC) that the query asks for: a whole `month`, or those from one to another, by default the month
 * up to the last of them, which is today.
 * @param months those to choose from
 */
async function periodIn(request: Request, months: readonly string[]) {
  const month = new URL(request.url).searchParams.get("month");
  if (isMonth(month)) {
    const days = { from: `${month}-01`, to: lastDayOfMonth(month) };
    return { days, months, fields: { from: { day: days.from }, to: { day: days.to } } };
  }
  const last = validDay(request, "to") ?? dayOf(Date.now());
  const first = validDay(request, "from") ?? `${last.slice(0, 7)}-01`;
  const days = first <= last ? { from: first, to: last } : { from: last, to: first };
  return { days, months, fields: await typedDays(request, days) };
}

/**
 * Returns the rows that a page shows of a list: of days the latest, and their total; of a day's end the largest sums,
 * and their total.
 */
function shownRows<Row>(
  rows: readonly Row[],
  limit: number,
  { hasPeriod = false, isOfDayEnd = false },
): Row[] {
  if (rows.length <= limit || !hasPeriod) return rows.slice(0, limit);
  return isOfDayEnd ? [...rows.slice(0, limit - 1), ...rows.slice(-1)] : rows.slice(-limit);
}

/** Returns the months in which money moved, if the roles may see them. */
async function monthsFor(caller: Awaited<ReturnType<typeof requireStaff>>): Promise<string[]> {
  if (!mayRun(caller.roles, "books months")) return [];
  const name = addressOfOperation("books months");
  const { rows } = await callApi(caller, contract.readList, { name, input: {} });
  return (rows ?? []).map(({ month }) => String(month));
}

/**
 * Loads the lists of a page that the staff member's roles may see, with the permitted actions. The query may ask for
 * another page of one `list`. A page of which they may see nothing answers 403.
 */
export async function loadSection({ request }: Pick<LoaderFunctionArgs, "request">, address: string) {
  const caller = await requireStaff(request);
  const name = sectionAt(address);
  if (!name) throw data({ message: "notFound" }, { status: 404 });
  const may = (operation: string) => mayRun(caller.roles, operation);
  const section: Section = sections[name];
  if (!isOffered(section, may)) {
    const message = textsIn(caller.language, "api")("roleMissing");
    throw data({ message, isText: true }, { status: 403 });
  }
  const query = new URL(request.url).searchParams;
  const returnTo = paths.adminSection(name);
  const period = section.hasPeriod ? await periodIn(request, await monthsFor(caller)) : null;
  const listed = section.lists.filter(({ operation }) => may(operation));
  const limit = listed.length > 1 && !period ? rowsBesides : rowsAlone;
  const lists = await Promise.all(
    listed.map(async ({ operation, input = {}, title, actions = [], filter = null, dayField }) => {
      const listName = addressOfOperation(operation);
      const cursors = query.get("list") === listName && cursorsOf(query);
      const days = period && dayField ? { [dayField]: period.days.to } : period?.days;
      const chosen = filter?.values.find((value) => value === query.get(filter.field));
      const { rows, ...answer } = await callApi(caller, contract.readList, {
        name: listName,
        input: {
          ...input,
          ...days,
          ...(filter && chosen && { [filter.field]: chosen }),
          limit: String(limit),
          ...cursors,
        },
      });
      const isWhole = rows === null || rows.length <= limit;
      return {
        operation,
        title: title ?? null,
        rows: shownRows(rows ?? [], limit, {
          hasPeriod: period !== null,
          isOfDayEnd: dayField !== undefined,
        }),
        /** Where a list without pages is whole. */
        wholeAt: isWhole ? null : paths.adminOperation(operation, { ...input, ...days, returnTo }),
        ...answer,
        filter: filter && { ...filter, chosen },
        actions: actions.filter((one) => may(one.operation)),
      };
    }),
  );
  const title = textsIn(caller.language, "admin")(sectionTextKey(name));
  return {
    name,
    title,
    period,
    lists,
    buttons: (section.buttons ?? []).filter(may),
    idempotencyKey: randomUUID(),
  };
}
