import { authenticator } from "otplib";
import { createStaffMember, staffMemberBy } from "#api/auth/staff";
import { savedReplies } from "#api/db/schema/staff";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { demoPassword } from "./demo-clients";

const email = "staff@demo.test";
/** The key of the demo's authenticator app, as public as the demo's password. */
const totpSecret = "MNQWE2LOMV2GIZLNN5ZXIYLGMY3DINBX";

/** Creates a staff member with all roles for the demo's console, and two saved replies. */
export async function seedDemoStaff(deps: Deps): Promise<void> {
  if (await staffMemberBy(deps.db, email)) return;
  await transaction(deps.db, async (tx) => {
    const roles = ["support", "billing", "machines", "owner"] as const;
    await createStaffMember(deps, tx, {
      email,
      name: "Sam Fischer",
      roles,
      password: demoPassword,
      totpSecret,
    });
    await tx.insert(savedReplies).values(replies.map((reply) => ({ ...reply, changedAt: deps.clock.now() })));
  });
}

const replies = [
  {
    name: "More details",
    textEn: "Hello {{name}},\n\nplease tell us the server's ID and what you see on the screen.",
    textRu: "Здравствуйте, {{name}}!\n\nНапишите, пожалуйста, ID сервера и что вы видите на экране.",
  },
  {
    name: "Solved",
    textEn: "Hello {{name}},\n\nthis is solved now. If anything is left, just reply here.",
    textRu: "Здравствуйте, {{name}}!\n\nПроблема решена. Если что-то осталось, ответьте здесь.",
  },
];

/** Returns where demo staff logs in, and with which credentials. */
export const demoStaffText = (origin: string): string =>
  [
    `Staff: ${origin}/admin (log in as ${email}, password ${demoPassword}, code ${authenticator.generate(totpSecret)}).`,
    `A new code is printed here after each password; the key for an authenticator app is ${totpSecret}.`,
  ].join("\n");
