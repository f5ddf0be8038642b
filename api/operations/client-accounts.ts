import { and, count, desc, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { isClientSession } from "#api/auth/sessions";
import { createView } from "#api/auth/views";
import { ledgerAccounts } from "#api/db/schema/balance";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { clientNotes } from "#api/db/schema/operator";
import { tickets } from "#api/db/schema/support";
import { sessions, users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import { sendMail } from "#api/email/send";
import { balancesOf } from "#api/ledger/ledger";
import { answer, OperatorError } from "#api/lib/answer";
import { money } from "#api/lib/money";
import { findClients } from "#api/modules/staff/find-clients";
import { clientHistoryCommands } from "./client-history";
import { reason } from "./fields";
import { clientBy } from "./find-client";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

const client = z.object({ client: z.string() });
const note = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));

/** Commands to find, view and block clients and to add notes on them. */
export const clientsCommands: CommandGroup = (program, operation) => {
  const area = program.command("clients").description("clients; <client> is an e-mail address or an ID");

  operation(
    area
      .command("find <words>")
      .description(
        "find by part of the e-mail or name, or a full ID: client, server, IP, order, transaction, ticket, trading account",
      ),
    z.object({ words: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
    async ({ words }, { tx }) =>
      (await findClients(tx, words)).map(({ id, email, name, createdAt, blockedAt }) => ({
        id,
        email,
        name,
        since: createdAt,
        blocked: blockedAt,
      })),
    { isRead: true },
  );

  clientHistoryCommands(area, operation);

  operation(
    area.command("show <client>").description("show a client's account, balances and totals"),
    client,
    async (input, { tx }) => {
      const user = await clientBy(tx, input.client);
      const { main, partner } = await balancesOf(tx, user.id);
      const [debt] = await tx
        .select({ cents: ledgerAccounts.balanceCents })
        .from(ledgerAccounts)
        .where(and(eq(ledgerAccounts.userId, user.id), eq(ledgerAccounts.kind, "debt")));
      const [active] = await tx.select({ count: count() }).from(servers).where(eq(servers.userId, user.id));
      const [open] = await tx.select({ count: count() }).from(tickets).where(eq(tickets.userId, user.id));
      const [accounts] = await tx
        .select({ count: count() })
        .from(monitoringAccounts)
        .where(eq(monitoringAccounts.userId, user.id));
      const [latestSession] = await tx
        .select({ at: sessions.lastSeenAt })
        .from(sessions)
        .where(and(eq(sessions.userId, user.id), isClientSession))
        .orderBy(desc(sessions.lastSeenAt))
        .limit(1);
      const [referrer] = user.referrerId
        ? await tx.select({ email: users.email }).from(users).where(eq(users.id, user.referrerId))
        : [];
      return {
        id: user.id,
        email: user.email,
        name: user.name,
        since: user.createdAt,
        confirmed: user.emailVerifiedAt,
        language: user.language,
        seen: latestSession?.at ?? null,
        blocked: user.blockedAt ? [user.blockedAt, `: ${user.blockReason ?? ""}`] : answer("no"),
        balance: money(main),
        "partner balance": money(partner),
        debt: money(-(debt?.cents ?? 0)),
        servers: active?.count ?? 0,
        tickets: open?.count ?? 0,
        "trading accounts": accounts?.count ?? 0,
        "brought by": referrer?.email ?? answer("nobody"),
      };
    },
    { isRead: true },
  );

  operation(
    area
      .command("view <client>")
      .description("get a link to the client's pages, read-only; the client sees it in their activity"),
    client,
    async ({ client }, { deps, tx, operator }) => {
      const { id: userId, email } = await clientBy(tx, client);
      const code = await createView(deps, tx, { userId, viewedBy: operator });
      const link = `${deps.settings.publicOrigin}/view-as-client?code=${code}`;
      // returned apart, so that neither the audit row nor the idempotency key has the code
      return async () => ({ client: email, link });
    },
  );

  operation(
    area
      .command("block <client>")
      .description(
        "block a client: they can only log in, view and write tickets; they get the reason by e-mail",
      )
      .requiredOption("--reason <text>", "why, in the client's language"),
    z.extend(client, { reason }),
    async (input, { deps, tx, details }) => {
      const user = await clientBy(tx, input.client);
      details.before = { blocked: user.blockedAt };
      if (user.blockedAt) throw new OperatorError("alreadyBlocked", { email: user.email });
      await tx
        .update(users)
        .set({ blockedAt: deps.clock.now(), blockReason: input.reason })
        .where(eq(users.id, user.id));
      const { email: to, language, name } = user;
      const values = { name, reason: input.reason };
      await sendMail(deps, tx, { to, language, template: "accountBlocked", values });
      return answer("clientBlocked", { email: user.email });
    },
    (input) => `Block ${input.client}?`,
  );

  operation(
    area.command("unblock <client>").description("unblock a client and e-mail them"),
    client,
    async (input, { deps, tx, details }) => {
      const user = await clientBy(tx, input.client);
      details.before = { blocked: user.blockedAt, reason: user.blockReason };
      if (!user.blockedAt) throw new OperatorError("notBlocked", { email: user.email });
      await tx.update(users).set({ blockedAt: null, blockReason: null }).where(eq(users.id, user.id));
      const { email: to, language, name } = user;
      await sendMail(deps, tx, { to, language, template: "accountUnblocked", values: { name } });
      return answer("clientUnblocked", { email: user.email });
    },
  );

  operation(
    area
      .command("note <client>")
      .description("save an internal note about a client")
      .requiredOption("--text <text>", "what"),
    z.extend(client, { text: note }),
    async (input, { deps, tx, operator }) => {
      const { id, email } = await clientBy(tx, input.client);
      await tx.insert(clientNotes).values({ userId: id, at: deps.clock.now(), operator, text: input.text });
      return answer("noteSaved", { email });
    },
  );

  operation(
    withPages(area.command("notes <client>").description("list internal notes about a client, newest first")),
    z.extend(client, pageInput),
    async ({ client: emailOrId, ...page }, { tx }) => {
      const { id: userId } = await clientBy(tx, emailOrId);
      const { id, at, operator, text } = clientNotes;
      return listPage(page, {
        columns: [at, id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({ at, by: operator, text, id, place })
            .from(clientNotes)
            .where(and(eq(clientNotes.userId, userId), condition))
            .orderBy(...order)
            .limit(limit),
      });
    },
    { isRead: true },
  );
};
