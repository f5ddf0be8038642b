import { and, arrayContains, asc, count, eq, getTableColumns, gt, isNotNull, isNull, max } from "drizzle-orm";
import { authenticator } from "otplib";
import * as z from "zod/mini";
import { hashPassword } from "#api/auth/passwords";
import { createStaffMember, staffMemberBy, staffTotpContext } from "#api/auth/staff";
import { totpAddress } from "#api/auth/totp";
import { endViews } from "#api/auth/views";
import { staffMembers, staffSessions } from "#api/db/schema/staff";
import type { Deps } from "#api/deps";
import { answer, OperatorError, Words } from "#api/lib/answer";
import { encryptField } from "#api/lib/encryption";
import type { StaffRole } from "#contract/admin/roles";
import { mayRun, staffRoles } from "#contract/admin/roles";
import { email as emailField, name as nameField } from "#contract/fields";
import { choices } from "./choices";
import type { CommandGroup, Context } from "./operation";

const email = z.object({ email: emailField });
const roles = z.array(z.enum(staffRoles)).check(z.minLength(1));

async function memberOf({ tx }: Context, address: string) {
  const member = await staffMemberBy(tx, address);
  if (!member) throw new OperatorError("noStaffAccount", { address });
  return member;
}

/** Refuses a change that leaves nobody who may manage staff in the console. */
async function requireOtherOwner({ tx }: Context, id: string): Promise<void> {
  const owners = await tx
    .select({ id: staffMembers.id })
    .from(staffMembers)
    .where(and(arrayContains(staffMembers.roles, ["owner"]), isNull(staffMembers.disabledAt)))
    .for("update");
  if (owners.length === 1 && owners[0]?.id === id) throw new OperatorError("lastOwner");
}

/** Returns the access data of a new member, shown once after the commit and not stored in an audit row. */
const access =
  (deps: Deps, { email: address, password, secret }: Record<"email" | "password" | "secret", string>) =>
  async () => ({
    // the command does not know the origin of the service that runs
    "log in at": "/admin",
    "e-mail": address,
    password,
    "key for the authenticator app": secret,
    "the same as an address": totpAddress(secret, address, `${deps.settings.brand.name} admin`),
  });

/** Commands for staff accounts of the admin console. */
export const staffAccountOperations: CommandGroup = (area, operation) => {
  operation(
    area.command("accounts").description("list staff accounts"),
    z.object({}),
    async (_, { tx, deps }) => {
      const isOpen = and(
        eq(staffSessions.memberId, staffMembers.id),
        isNotNull(staffSessions.confirmedAt),
        gt(staffSessions.endsAt, deps.clock.now()),
      );
      const rows = await tx
        .select({
          ...getTableColumns(staffMembers),
          sessions: count(staffSessions.id),
          seen: max(staffSessions.lastSeenAt),
        })
        .from(staffMembers)
        .leftJoin(staffSessions, isOpen)
        .groupBy(staffMembers.id)
        .orderBy(asc(staffMembers.email));
      return rows.map(({ email: address, name, roles: memberRoles, createdAt, disabledAt, ...row }) => ({
        email: address,
        name,
        roles: memberRoles.join(", "),
        since: createdAt,
        disabled: disabledAt,
        sessions: row.sessions,
        seen: row.seen,
      }));
    },
    { isRead: true },
  );
  operation(
    area
      .command("create <email>")
      .description("create a staff account; its password and key are shown once")
      .requiredOption("--name <name>")
      .requiredOption("--role <roles...>", staffRoles.join(", ")),
    z.extend(email, { name: nameField, role: roles }),
    async ({ email: address, name, role }, { deps, tx }) => {
      if (await staffMemberBy(tx, address)) throw new Error(`${address} already has an account.`);
      const password = deps.ids.secret();
      const secret = await createStaffMember(deps, tx, { email: address, name, roles: role, password });
      return access(deps, { email: address, password, secret });
    },
    { isShellOnly: true },
  );
  operation(
    area
      .command("reset <email>")
      .description("reset password and key, shown once; logs the account out everywhere"),
    email,
    async ({ email: address }, context) => {
      const { deps, tx } = context;
      const { id } = await memberOf(context, address);
      const password = deps.ids.secret();
      const secret = authenticator.generateSecret(20);
      await tx
        .update(staffMembers)
        .set({
          passwordHash: await hashPassword(deps, password),
          encryptedTotpSecret: encryptField(deps, staffTotpContext(id), secret),
        })
        .where(eq(staffMembers.id, id));
      await tx.delete(staffSessions).where(eq(staffSessions.memberId, id));
      return access(deps, { email: address, password, secret });
    },
    {
      isShellOnly: true,
      confirm: ({ email: address }) => `Take password and key from ${address} and make new ones?`,
    },
  );
  operation(
    area
      .command("roles <email>")
      .description("what an account may do")
      .requiredOption("--role <roles...>", staffRoles.join(", ")),
    z.extend(email, { role: roles }),
    async ({ email: address, role }, context) => {
      const { id, roles: previous } = await memberOf(context, address);
      context.details.before = { role: previous };
      if (!role.includes("owner")) await requireOtherOwner(context, id);
      await context.tx
        .update(staffMembers)
        .set({ roles: role as StaffRole[] })
        .where(eq(staffMembers.id, id));
      if (!mayRun(role as StaffRole[], "clients view")) await endViews(context.tx, address);
      return answer("rolesChanged", { address, roles: new Words(role) });
    },
    {
      confirm: ({ email: address, role }) => `Give ${address} the roles ${role.join(", ")}, and no others?`,
      choices: { email: choices.staff },
      current: {
        of: ["email"],
        read: async (tx, [address = ""]) => {
          const member = await staffMemberBy(tx, address);
          return member && { role: member.roles };
        },
      },
    },
  );
  operation(
    area.command("disable <email>").description("disable an account and log it out"),
    email,
    async ({ email: address }, context) => {
      const { deps, tx, details, operator } = context;
      const { id, email: own, disabledAt } = await memberOf(context, address);
      if (own === operator) throw new OperatorError("ownStaffAccount");
      if (disabledAt) throw new OperatorError("staffAlreadyDisabled", { address });
      details.before = { disabled: disabledAt };
      await requireOtherOwner(context, id);
      await tx.update(staffMembers).set({ disabledAt: deps.clock.now() }).where(eq(staffMembers.id, id));
      await tx.delete(staffSessions).where(eq(staffSessions.memberId, id));
      await endViews(tx, address);
      return answer("staffDisabled", { address });
    },
    {
      confirm: ({ email: address }) => `Close the account of ${address}?`,
      choices: { email: choices.enabledStaff },
    },
  );
  operation(
    area.command("enable <email>").description("enable an account"),
    email,
    async ({ email: address }, context) => {
      const { id, disabledAt } = await memberOf(context, address);
      if (!disabledAt) throw new OperatorError("staffAlreadyEnabled", { address });
      context.details.before = { disabled: disabledAt };
      await context.tx.update(staffMembers).set({ disabledAt: null }).where(eq(staffMembers.id, id));
      return answer("staffEnabled", { address });
    },
    {
      confirm: ({ email: address }) => `Open the account of ${address} again?`,
      choices: { email: choices.disabledStaff },
    },
  );
};
