import * as z from "zod/mini";
import { networkInput, statisticsInput } from "#contract/partner/index";

const querySchema = z.extend(statisticsInput, networkInput._zod.def.shape);

export type PageQuery = z.output<typeof querySchema>;

/** What the page's address asks for; what is wrong in it is left out, not refused. */
export function readQuery(request: Request): PageQuery {
  const given = Object.fromEntries(
    [...new URL(request.url).searchParams].filter(([, value]) => value !== ""),
  );
  const parsed = querySchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  return querySchema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
}
