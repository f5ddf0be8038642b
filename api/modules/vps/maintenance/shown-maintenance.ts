import type { Placeholder, SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { textsByLanguage } from "#api/lib/texts-by-language";
import type { Language } from "#contract/languages";
import { maintenanceNoticeDays } from "#contract/rules";
import type { Maintenance } from "#contract/vps/index";

/** A window as its query returns it, with times as PostgreSQL writes them in JSON. */
export type MaintenanceRow = { startsAt: string; endsAt: string; textEn: string; textRu: string };

/** Columns of `maintenance_windows w` for `MaintenanceRow`. */
export const maintenanceColumns = sql`w.starts_at as "startsAt", w.ends_at as "endsAt",
  w.text_en as "textEn", w.text_ru as "textRu"`;

/** Condition: the window `w` is shown at this time. */
export const isShownAt = (
  now: SQL | Placeholder,
) => sql`w.cancelled_at is null and w.ends_at > ${now}::timestamptz
  and w.starts_at <= ${now}::timestamptz + make_interval(days => ${sql.raw(String(maintenanceNoticeDays))})`;

/** Returns a window as the client's page shows it. */
export const maintenanceOf = (row: MaintenanceRow, language: Language): Maintenance => ({
  startsAt: new Date(row.startsAt).toISOString(),
  endsAt: new Date(row.endsAt).toISOString(),
  text: textsByLanguage(row)[language],
});
