import type { Account } from "#api/areas/monitoring/accounts/own-account";
import type { Difference } from "#api/areas/monitoring/history/checkpoints";
import type { Origins } from "#api/areas/monitoring/statistics/summary";
import { formatDecimal } from "#api/values/decimal";
import { placesOf } from "#contract/monitoring/currency";
import type { Origin } from "#contract/monitoring/index";

/** What was seen of where a period's trades come from, as it travels; without amounts where money is hidden. */
export function originOf(
  account: Account,
  counts: Origins,
  differences: Difference[] | null,
  money: boolean,
): Origin {
  const { firstHeardAt, doubtedAt, currency } = account;
  return {
    terminal: counts.key + counts.server,
    server: counts.server,
    file: counts.file,
    seen_open: counts.seenOpen,
    changed: counts.changed,
    terminal_since: firstHeardAt?.toISOString() ?? null,
    adds_up: differences && differences.length === 0 && doubtedAt === null,
    ...(money && {
      differences: (differences ?? []).map(({ from, to, amount }) => ({
        from: from?.toISOString() ?? null,
        to: to.toISOString(),
        money: formatDecimal(amount, placesOf(currency)),
      })),
    }),
  };
}
