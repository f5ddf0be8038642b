import { paths } from "#app/paths";
import type { PublicQuery } from "#contract/monitoring/index";

/** The address of the list as it is asked for; what is usual is not said. */
export const addressOf = ({ search, drawdown, age, mode, sort, page }: PublicQuery): string =>
  paths.publicAccounts({
    search: search || undefined,
    drawdown,
    age,
    mode: mode === "any" ? undefined : mode,
    sort: sort === "growth" ? undefined : sort,
    page: page > 1 ? page : undefined,
  });
