import { and, desc, eq, gt, gte, inArray, ne, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { keysetPage } from "#api/db/keyset";
import { isSamePerson } from "#api/db/person-name";
import { operatorActions } from "#api/db/schema/operator";
import { staffMembers, staffViews } from "#api/db/schema/staff";
import type { Deps } from "#api/deps";
import { handle } from "#api/http/handle";
import { isPrefetch } from "#api/http/is-prefetch";
import { ApiError } from "#api/lib/api-error";
import { formatMoney } from "#api/lib/format";
import { businessSettings } from "#api/modules/settings/read-settings";
import { countWaiting } from "#api/modules/staff/count-waiting";
import { ownProposals } from "#api/modules/staff/own-proposals";
import { waitingItems } from "#api/modules/staff/waiting";
import type { WaitingItem } from "#api/modules/staff/waiting-item";
import { cursorOf, placeAt } from "#api/modules/staff/waiting-order";
import type { WaitingFilter } from "#api/modules/staff/waiting-rows";
import { departmentIn } from "#api/modules/support/departments";
import { triesOf } from "#api/modules/vps/order/tries";
import { tryRow } from "#api/operations/machine-orders";
import * as contract from "#contract/admin/index";
import type { StaffRole } from "#contract/admin/roles";
import { mayRun } from "#contract/admin/roles";
import type { WaitingKind } from "#contract/admin/waiting";
import { decidableItems, decidingOperations, waitingFields } from "#contract/admin/waiting";
import { networkRow } from "./operations";
import { methodName } from "./row-names";

const perPage = 50;
/** A kind is counted up to this number, because counting reads every row of a long queue. */
const countedAtMost = 100;
const ownProposalsAtMost = 10;
/** An item counts as being worked on for this time after somebody opens it. */
const viewMilliseconds = 15 * 60_000;

type Viewer = Pick<Deps, "db" | "clock"> & { staff: { id: string } };
type Opening = Viewer & { sent: { headers: Pick<Headers, "get"> } };

/** Records that a staff member has opened a waiting item, unless it is prefetched. */
export async function noteView(
  { db, clock, staff, sent }: Opening,
  kind: WaitingKind,
  itemId: string,
): Promise<void> {
  if (isPrefetch(sent.headers)) return;
  const now = clock.now();
  await db
    .insert(staffViews)
    .values({ kind, itemId, memberId: staff.id, at: now })
    .onConflictDoUpdate({
      target: [staffViews.kind, staffViews.itemId, staffViews.memberId],
      set: { at: now },
    });
}

/** Returns the other staff members who have these items open: names by `kind id`. */
export async function openedByOthers(
  { db, clock, staff }: Viewer,
  items: readonly { kind: WaitingKind; id: string }[],
): Promise<Map<string, string[]>> {
  const namesByItem = new Map<string, string[]>();
  if (items.length === 0) return namesByItem;
  const rows = await viewsOf(db, {
    ids: items.map(({ id }) => id),
    besides: staff.id,
    since: new Date(clock.now().getTime() - viewMilliseconds),
  });
  for (const { kind, itemId, name } of rows) {
    const key = `${kind} ${itemId}`;
    namesByItem.set(key, [...(namesByItem.get(key) ?? []), name]);
  }
  return namesByItem;
}

const viewsOf = (db: Database, which: { ids: string[]; besides: string; since: Date }) =>
  db
    .select({ kind: staffViews.kind, itemId: staffViews.itemId, name: staffMembers.name })
    .from(staffViews)
    .innerJoin(staffMembers, eq(staffMembers.id, staffViews.memberId))
    .where(
      and(
        inArray(staffViews.itemId, which.ids),
        ne(staffViews.memberId, which.besides),
        gt(staffViews.at, which.since),
      ),
    );

type NamesOf = Parameters<typeof methodName>[0];

type ShowContext = NamesOf & Pick<Deps, "clock" | "db">;

/** Returns items as the console shows them. */
async function shown(
  context: ShowContext,
  otherViewers: Map<string, string[]>,
  items: readonly WaitingItem[],
) {
  const { departments } = await businessSettings(context.db, context.clock.now());
  return items.map(
    ({
      since,
      dueAt,
      what,
      sum,
      about,
      method,
      department,
      priority,
      subjectId: _,
      state: __,
      fields: ___,
      language: ____,
      isWaiting: _____,
      ...item
    }) => ({
      ...item,
      about: method ? about.replace(method, () => methodName(context, method)) : about,
      what: what ?? null,
      sum: sum ?? null,
      priority: priority ?? null,
      department: department ? departmentIn(departments, context.language, department).name : null,
      since: since.toISOString(),
      dueAt: dueAt?.toISOString() ?? null,
      isLate: dueAt !== null && dueAt < context.clock.now(),
      openedBy: otherViewers.get(`${item.kind} ${item.id}`) ?? [],
    }),
  );
}

/** Returns the items that a staff member may decide: no corrections that they proposed. */
export const decidableBy = ({
  roles,
  email,
}: {
  roles: readonly StaffRole[];
  email: string;
}): WaitingFilter => ({
  ...decidableItems(roles),
  notProposedBy: email,
});

export const inbox = handle(contract.inbox, async ({ kind, after, before }, context) => {
  const { db, staff } = context;
  const decidable = decidableBy(staff);
  const { kinds: allowed } = decidableItems(staff.roles);
  const kinds = allowed.filter((one) => !kind || one === kind);
  const { rows, previous, next } = await keysetPage(
    { after: placeAt(after), before: placeAt(before) },
    perPage,
    (slice) => waitingItems(db, { ...decidable, kinds, ...slice }),
    cursorOf,
  );
  const otherViewers = await openedByOthers(context, rows);
  const counts = await countWaiting(db, countedAtMost + 1, decidable);
  return {
    items: await shown(context, otherViewers, rows),
    previous,
    next,
    ownProposals: mayRun(staff.roles, "balance proposals")
      ? await ownProposals(db, staff.email, ownProposalsAtMost)
      : [],
    counts: allowed.map((one) => ({
      kind: one,
      count: Math.min(counts[one], countedAtMost),
      hasMore: counts[one] > countedAtMost,
    })),
  };
});

/** Returns the further details that an item has, its method by name. */
const fieldsOf = (context: NamesOf, { fields = {} }: WaitingItem) =>
  waitingFields.flatMap((name) => {
    const value = fields[name];
    if (!value) return [];
    if (typeof value !== "string")
      return [{ name, value: formatMoney(value.cents, context.language, value) }];
    return [{ name, value: name === "method" ? methodName(context, value) : value }];
  });

/**
 * Returns the waiting item of a scope that follows one, behind the last one the first; null if no other waits.
 * @param item undefined if it does not wait any more
 */
export async function itemAfter(
  db: Database,
  scope: WaitingFilter,
  item: WaitingItem | undefined,
): Promise<{ kind: WaitingKind; itemId: string } | null> {
  const [following] = item ? await waitingItems(db, { ...scope, start: item, limit: 1 }) : [];
  // behind the last one, those that were passed over
  const next = following ?? (await waitingItems(db, { ...scope, limit: 1 }))[0];
  return next && next.id !== item?.id ? { kind: next.kind, itemId: next.id } : null;
}

/** Returns the last operation that decided an item or a part of it; null if none did. */
async function decisionOf(db: Database, { kind, id, clientId, since, subjectId }: WaitingItem) {
  const { at, command, input, operator, userId } = operatorActions;
  const [row] = await db
    .select({ operation: command, by: operator, at })
    .from(operatorActions)
    .where(
      and(
        gte(at, since),
        clientId === null ? undefined : eq(userId, clientId),
        inArray(command, [...decidingOperations[kind]]),
        sql`exists (select from jsonb_each_text(${input}) as named where named.value in (${id}, ${subjectId ?? id}))`,
      ),
    )
    .orderBy(desc(at))
    .limit(1);
  return row ? { ...row, at: row.at.toISOString() } : null;
}

const stateOf = ({ kind, about, state }: WaitingItem, email: string) =>
  kind === "correction" ? (isSamePerson(about, email) ? "ownProposal" : "othersProposal") : (state ?? null);

export const inboxItem = handle(contract.inboxItem, async ({ kind, itemId }, context) => {
  const { db, staff } = context;
  const { kinds, states } = decidableItems(staff.roles);
  if (!kinds.includes(kind)) throw new ApiError(403, "roleMissing");
  const [item] = await waitingItems(db, { kinds: [kind], id: itemId, limit: 1, withDecided: true });
  if (!item) throw new ApiError(404, "notFound");
  if (states[kind]?.includes(item.state ?? "") === false) throw new ApiError(403, "roleMissing");
  const waiting = item.isWaiting ? item : undefined;
  if (waiting) await noteView(context, kind, itemId);
  const otherViewers = await openedByOthers(context, waiting ? [waiting] : []);
  const [view] = await shown(context, otherViewers, [item]);
  if (!view) throw new Error(`Item ${itemId} is not shown`);
  return {
    item: view,
    isWaiting: item.isWaiting,
    decision: await decisionOf(db, item),
    fields: fieldsOf(context, item),
    tries: kind === "failedOrder" ? (await triesOf(db, itemId)).map(tryRow).map(networkRow) : [],
    language: item.language,
    subjectId: item.subjectId ?? null,
    state: stateOf(item, staff.email),
    next: await itemAfter(db, decidableBy(staff), waiting),
  };
});
