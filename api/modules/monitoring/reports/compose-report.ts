import { eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import type { Deps } from "#api/deps";
import type { Email } from "#api/email/render";
import { renderEmail } from "#api/email/render";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import { isDirty } from "#api/modules/monitoring/history/dirty-ranges";
import { refreshWhole } from "#api/modules/monitoring/history/refresh-remaining";
import { pagePath } from "#api/modules/monitoring/recipients/invitation";
import type { Language } from "#contract/languages";
import type { ReportPeriod } from "#contract/monitoring/notices";
import { reportFigures } from "./figures";
import type { DaySpan } from "./periods";
import { momentsOf } from "./periods";
import { daysText, reportBlocks, reportLines } from "./report-email";

/** Returns an account with all received trades summed up; undefined if it does not exist. */
export async function refreshedAccount(db: Database, accountId: string): Promise<Account | undefined> {
  const find = async () => (await db.select().from(accounts).where(eq(accounts.id, accountId)))[0];
  const account = await find();
  if (!account || !isDirty(account)) return account;
  await refreshWhole(db, accountId);
  return find();
}

type Report = DaySpan & { account: Account; period: ReportPeriod; language: Language; zone: string };
type Recipient = {
  name: string;
  addedBy?: string;
  unsubscribe: string;
  /** Address of the picture, if it is not attached. */
  image?: string;
};

/** Computes a report and returns the function that renders it for a recipient. */
export async function composeReport(
  { db, settings }: Pick<Deps, "db" | "settings">,
  { account, period, language, zone, ...span }: Report,
): Promise<(recipient: Recipient) => Email> {
  const { from, until } = momentsOf(span, zone);
  const figures = await reportFigures(db, account, from, until);
  const { balance, equity, currency, currencyDisplay } = account;
  const lines = reportLines({ figures, balance, equity, currency, currencyDisplay }, language);
  return ({ unsubscribe, image, ...recipient }) => {
    const values = {
      ...recipient,
      account: account.name,
      number: account.number,
      days: daysText(span, language),
      period,
      path: pagePath(account, recipient.addedBy),
    };
    const frame = { origin: settings.publicOrigin, brand: settings.brand };
    const blocks = reportBlocks(lines, account.name, image);
    return renderEmail("monitoringReport", language, values, frame, { unsubscribe, blocks });
  };
}
