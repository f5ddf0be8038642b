import { paths } from "#app/paths";
import type { PublicQuery } from "#contract/monitoring/index";

/** Returns the list's URL for a query; default values are omitted. */
export const addressOf = ({ search, drawdown, age, mode, sort, page }: PublicQuery): string =>
  paths.publicAccounts({
    search: search || undefined,
    drawdown,
    age,
    mode: mode === "any" ? undefined : mode,
    sort: sort === "growth" ? undefined : sort,
    page: page > 1 ? page : undefined,
  });
