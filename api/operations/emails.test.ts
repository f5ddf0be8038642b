import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newStaff } from "#api/admin/testing";
import { housekeeping } from "#api/bootstrap/housekeeping";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { operatorActions } from "#api/db/schema/operator";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { recordBounce } from "#api/email/bounces";
import { samplesIn } from "#api/email/samples";
import type { Mail } from "#api/email/send";
import { sendMail } from "#api/email/send";
import { hasOneTimeSecret } from "#api/email/sent";
import type { TemplateName } from "#api/email/templates";
import { templates } from "#api/email/templates";
import { enqueue } from "#api/queue/enqueue";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import * as security from "#contract/security/index";

let api: TestApi;
let support: { email: string; token: string };
let client: Awaited<ReturnType<TestApi["newClient"]>>;
beforeAll(async () => {
  api = await testApi();
  support = await newStaff(api, "support");
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const name = "Anna";
async function send(template: TemplateName, values: object, to = client.email): Promise<void> {
  const mail = { to, language: "en", template, values: { name, ...values } } as Mail;
  await transaction(api.db, (tx) => sendMail(api.deps, tx, mail));
  await runDueJobs(api.deps);
}

const emailsShown = async () =>
  (await api.call(contract.client, { clientId: client.id }, support)).body.emails;
const idOf = async (subject: string) =>
  (await emailsShown()).find((email) => email.subject === subject)?.id ?? "";
const creditId = () => idOf("$5.00 added to your balance");

const resend = async (id: string, token = support.token, key?: string) => {
  const input = { name: "emails-resend", input: { id }, isConfirmed: true };
  const response = await api.call(contract.runOperation, input, { token, ...(key && { key }) });
  await runDueJobs(api.deps);
  return response;
};
const sentTo = (address: string) =>
  api.sentEmails.filter(({ to }) => to === address).map(({ subject }) => subject);

const credit = { isCredit: true, amountCents: 500, reason: "For the downtime" };

describe("emails resend", () => {
  it("sends the same e-mail to the client's present address, and shows it in the audit and the client's activity", async () => {
    await send("balanceCorrected", credit);
    const id = await creditId();
    const email = `new-${client.email}`;
    await api.db.update(users).set({ email }).where(eq(users.id, client.id));
    expect((await resend(id)).status).toBe(200);
    expect(sentTo(email)).toEqual(["$5.00 added to your balance"]);
    const [first, again] = api.sentEmails.slice(-2);
    expect([again?.text, again?.id === first?.id]).toEqual([first?.text, false]);
    expect((await emailsShown()).map(({ address }) => address).sort()).toEqual([email, client.email].sort());
    const [row] = await api.db.select().from(operatorActions).where(eq(operatorActions.userId, client.id));
    expect(row).toMatchObject({ operator: support.email, command: "emails resend", input: { id } });
    const { body } = await api.call(security.staffActivity, {}, client);
    expect(body.events).toMatchObject([{ kind: "emailResent", subject: null, reason: null }]);
  });

  it("sends once, however often its form is submitted", async () => {
    await send("balanceCorrected", credit);
    const id = await creditId();
    await Promise.all([1, 2, 3].map(() => resend(id, support.token, "the-same-form")));
    expect(sentTo(client.email).filter((subject) => subject.includes("$5.00"))).toHaveLength(2);
  });

  it("rejects e-mails with a one-time code or link, whose values are not stored and whose code is not listed", async () => {
    await send("resetCode", { code: "204816" });
    const listed = (await emailsShown()).find(({ subject }) => subject === null);
    expect(listed).toMatchObject({ subject: null, canResend: false });
    const response = await resend(listed?.id ?? "");
    expect([response.status, response.error.code]).toEqual([409, "emailHasSecret"]);
    expect(response.error.message).toContain("one-time code or link");
    expect(JSON.stringify(await emailsShown())).not.toContain("204816");
  });

  it("rejects an e-mail whose text is stored elsewhere, and one to an address that bounces", async () => {
    await send("announcement", { subject: "Maintenance", text: "On Sunday." });
    await send("balanceCorrected", credit);
    const id = await creditId();
    await recordBounce(api.deps, api.db, { address: client.email, kind: "gone", reason: "550" });
    expect((await resend(id)).error.code).toBe("emailsStopped");
    expect((await resend(await idOf("Maintenance"))).error.code).toBe("emailNotStored");
  });

  it("is for support: others see the list without it", async () => {
    await send("balanceCorrected", credit);
    const id = await creditId();
    for (const role of ["billing", "machines"] as const) {
      const { token } = await newStaff(api, role);
      expect((await resend(id, token)).error.code).toBe("roleMissing");
    }
    const { token } = await newStaff(api, "owner");
    expect((await resend(id, token)).status).toBe(200);
  });
});

describe("sent e-mails", () => {
  it("are listed for the client who has the address, and for nobody else", async () => {
    await send("balanceCorrected", credit, "stranger@example.test");
    await send("staffNotice", { subject: "1 request", text: "Ticket" });
    expect(await emailsShown()).toEqual([]);
  });

  it("are deleted after 90 days, as the privacy policy promises", async () => {
    await send("balanceCorrected", credit);
    const clean = async () => {
      await transaction(api.db, (tx) => enqueue(tx, housekeeping, {}));
      await runDueJobs(api.deps, [housekeeping]);
    };
    const count = async () => {
      support = await newStaff(api, "support");
      return (await emailsShown()).length;
    };
    api.pass({ days: 89 });
    await clean();
    expect(await count()).toBe(1);
    api.pass({ days: 2 });
    await clean();
    expect(await count()).toBe(0);
  });

  /** Samples of one-time codes and links, wherever they are in an e-mail. */
  const secret = /"(?:code|link|notMePath)":|code=|\/sample"/;
  it.each(Object.keys(templates) as TemplateName[])("%s: no one-time code or link is stored", (template) => {
    const hasSecret = secret.test(JSON.stringify(samplesIn("en")[template]));
    expect(hasSecret && !hasOneTimeSecret(template)).toBe(false);
  });
});
