import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { deletePendingCredentials } from "#api/auth/delete-pending-credentials";
import { endSessions } from "#api/auth/sessions";
import { hasTwoStep } from "#api/auth/totp";
import { alerts, users } from "#api/db/schema/users";
import { answer } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { removeTwoStep } from "#api/modules/users/security/two-step";
import { beforeOf } from "./before";
import { choices } from "./choices";
import { clientBy } from "./find-client";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

const flag = z.optional(z.enum(["on", "off"]));
const message = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

/** Commands to set which sections a client may use. */
export const flagsCommands: CommandGroup = (program, operation) => {
  const area = program.command("flags").description("sections available to a client");
  const sectionsOf = (user: typeof users.$inferSelect) => ({
    email: user.email,
    partner: user.partnerAllowed ? "on" : "off",
    monitoring: user.monitoringAllowed ? "on" : "off",
  });

  operation(
    area.command("show <email>").description("show a client's sections"),
    z.object({ email: z.string() }),
    async ({ email }, { tx }) => sectionsOf(await clientBy(tx, email)),
    { isRead: true },
  );

  operation(
    area
      .command("set <email>")
      .description("open or close sections for a client")
      .option("--partner <on|off>", "the partner program")
      .option("--monitoring <on|off>", "online monitoring"),
    z.object({ email: z.string(), partner: flag, monitoring: flag }),
    async ({ email, partner, monitoring }, { tx, details }) => {
      const user = await clientBy(tx, email);
      details.before = beforeOf({ partner, monitoring }, sectionsOf(user));
      const [changed] = await tx
        .update(users)
        .set({
          partnerAllowed: partner ? partner === "on" : user.partnerAllowed,
          monitoringAllowed: monitoring ? monitoring === "on" : user.monitoringAllowed,
        })
        .where(eq(users.id, user.id))
        .returning();
      return sectionsOf(changed ?? user);
    },
  );
};

/**
 * For a client who has lost both the phone and the recovery codes, and whose identity was verified in another way.
 */
export const twoStepCommands: CommandGroup = (program, operation) => {
  const area = program.command("two-step").description("two-step login");
  operation(
    area.command("remove <email>").description("turn off a client's two-step login and e-mail them"),
    z.object({ email: z.string() }),
    async ({ email }, { deps, tx }) => {
      const { id, email: address } = await clientBy(tx, email);
      if (!(await hasTwoStep(tx, id))) throw new ApiError(409, "twoStepOff");
      await removeTwoStep({ ...deps, client: { id }, address: "operator", userAgent: "operator" }, tx);
      return answer("twoStepRemoved", { email: address });
    },
    ({ email }) => `Take the second step off the account of ${email}? Be sure that it is they who ask.`,
  );
};

/** For an account that an intruder may use, until its client is reached. */
export const sessionsCommands: CommandGroup = (program, operation) => {
  const area = program.command("sessions").description("client sessions");
  operation(
    area.command("end <email>").description("log a client out everywhere"),
    z.object({ email: z.string() }),
    async ({ email }, { tx }) => {
      const { id, email: address } = await clientBy(tx, email);
      await endSessions(tx, id, {});
      await deletePendingCredentials(tx, id);
      return answer("sessionsEnded", { email: address });
    },
  );
};

/** Commands for the message shown above every page. */
export const alertsCommands: CommandGroup = (program, operation) => {
  const area = program
    .command("alerts")
    .description("the message above the pages, for all clients or for one");

  operation(
    withPages(area.command("list").description("list messages, newest first")),
    z.object(pageInput),
    (page, { tx }) =>
      listPage(page, {
        columns: [alerts.createdAt, alerts.id],
        isDescending: true,
        read: ({ condition, order, limit, place }) =>
          tx
            .select({
              id: alerts.id,
              to: sql<string>`coalesce(${users.email}, 'all')`,
              en: alerts.textEn,
              ru: alerts.textRu,
              since: alerts.createdAt,
              ended: alerts.endedAt,
              place,
            })
            .from(alerts)
            .leftJoin(users, eq(users.id, alerts.userId))
            .where(condition)
            .orderBy(...order)
            .limit(limit),
      }),
    { isRead: true },
  );

  operation(
    area
      .command("show")
      .description("show a message until it is ended; the newest one is seen")
      .requiredOption("--en <words>", "in English")
      .requiredOption("--ru <words>", "in Russian")
      .option("--email <e-mail>", "show to one client only"),
    z.object({ en: message, ru: message, email: z.optional(z.string()) }),
    async ({ en, ru, email }, { deps, tx }) => {
      const id = deps.ids.id();
      const userId = email ? (await clientBy(tx, email)).id : null;
      await tx.insert(alerts).values({ id, userId, textEn: en, textRu: ru, createdAt: deps.clock.now() });
      return answer("bannerShown", { id });
    },
    ({ email }) => `Show the message to ${email ?? "all clients"}?`,
  );

  operation(
    area.command("end <id>").description("remove a message"),
    z.object({ id: z.string() }),
    async ({ id }, { deps, tx, details }) => {
      const [shown] = await tx.select().from(alerts).where(eq(alerts.id, id)).for("update");
      if (!shown) throw new ApiError(404, "notFound");
      details.before = { en: shown.textEn, ru: shown.textRu, ended: shown.endedAt };
      await tx.update(alerts).set({ endedAt: deps.clock.now() }).where(eq(alerts.id, id));
      return answer("bannerRemoved");
    },
    { confirm: ({ id }) => `Remove the message ${id}?`, choices: { id: choices.shownAlerts } },
  );
};
