import { and, eq, getTableColumns } from "drizzle-orm";
import * as z from "zod/mini";
import { settings } from "#api/db/schema/settings";
import { answer } from "#api/lib/answer";
import { settingDefinitions, settingKeys } from "#api/modules/settings/business-settings";
import { changeSetting, newestValue } from "#api/modules/settings/change-setting";
import { businessSettings } from "#api/modules/settings/read-settings";
import { settingText, typedInConsole } from "#api/modules/settings/setting-text";
import { dayOf } from "#contract/day";
import { date } from "#contract/period";
import type { TranslatedRow } from "./command-output";
import { reason } from "./fields";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

const key = z.enum(settingKeys);
const json = (value: unknown) => JSON.stringify(value);

/** Commands for the business settings: prices, days, periods and lists that need no release. */
export const settingsCommands: CommandGroup = (program, operation) => {
  const area = program.command("settings").description("prices, days, periods and lists of the business");

  operation(
    area
      .command("show [key]")
      .description("list the settings with their values; of one, also its default and the allowed values"),
    z.object({ key: z.optional(key) }),
    async ({ key: one }, { deps, tx }) => {
      const now = deps.clock.now();
      const current = await businessSettings(tx, now);
      const rows: TranslatedRow[] = [];
      for (const setting of one ? [one] : settingKeys) {
        const newest = await newestValue(tx, setting);
        const isAnnounced = newest !== undefined && newest.holdsFrom > now;
        const { about, allowed, initial } = settingDefinitions[setting];
        rows.push({
          setting,
          about,
          ...(one && { allowed, default: settingText(setting, initial) }),
          announced: isAnnounced
            ? answer("settingFrom", {
                value: settingText(setting, newest.value),
                fromOn: dayOf(newest.holdsFrom),
              })
            : "",
          value: settingText(setting, current[setting]),
        });
      }
      const [only] = rows;
      return one && only ? only : rows;
    },
    { isRead: true },
  );

  operation(
    area
      .command("set <key> <value>")
      .description("change a setting; `settings show <key>` says what it may be")
      .requiredOption("--reason <text>", "why, for the history")
      .option("--from <day>", "effective day (UTC) of a new accountMonthCents; by default now"),
    z.object({ key, value: z.string().check(z.maxLength(5000)), reason, from: z.optional(date) }),
    async (input, { deps, tx, operator, details, shown = {} }) => {
      const { row, previous, notified } = await changeSetting(deps, tx, input, operator);
      details.before = { value: json(previous) };
      if (input.key === "accountMonthCents") shown.clients = notified;
      shown.before = settingText(input.key, previous);
      const about = {
        key: row.key,
        value: settingText(input.key, row.value, ", "),
        fromOn: dayOf(row.holdsFrom),
      };
      return notified > 0
        ? answer("settingAnnounced", { ...about, count: notified })
        : answer("settingChanged", about);
    },
    {
      confirm: ({ key: one, value }) => `Set ${one} to ${value}?`,
      current: {
        of: ["key"],
        read: async (tx, [of]) => {
          const one = settingKeys.find((known) => known === of);
          if (!one) return undefined;
          return { value: json((await newestValue(tx, one))?.value ?? settingDefinitions[one].initial) };
        },
      },
      inConsole: {
        read: ({ key: one, value, ...rest }) => {
          const known = settingKeys.find((name) => name === one);
          return { key: one, value: known && value ? typedInConsole(known, String(value)) : value, ...rest };
        },
        show: ({ value, ...rest }, of, language) => {
          const known = settingKeys.find((name) => name === of);
          return known && value
            ? { ...rest, value: settingText(known, JSON.parse(String(value))).in(language) }
            : { ...rest };
        },
      },
    },
  );

  operation(
    withPages(area.command("history <key>").description("list all values that a setting had, newest first")),
    z.object({ key, ...pageInput }),
    ({ key: one, ...page }, { tx }) =>
      listPage(page, {
        columns: [settings.id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ ...getTableColumns(settings), place })
            .from(settings)
            .where(and(eq(settings.key, one), condition))
            .orderBy(...order)
            .limit(limit),
        row: ({ id, value, holdsFrom, author, reason: why, createdAt }) => ({
          value: settingText(one, value),
          holdsFrom,
          author,
          reason: why,
          createdAt,
          id,
        }),
      }),
    { isRead: true },
  );
};
