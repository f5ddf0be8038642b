import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorActions } from "#api/db/schema/operator";
import { smtpMail } from "#api/integrations/email/index";
import { stripeVendor } from "#api/integrations/payments/testing/stripe";
import { yookassaVendor } from "#api/integrations/payments/testing/yookassa";
import { chooseProvisioner } from "#api/integrations/provisioner/index";
import { startProxmox } from "#api/integrations/provisioner/testing/proxmox";
import { parseEnvironment } from "#api/lib/environment";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { runAdmin } from "./testing";

const mailPassword = "a-password-of-mail";
let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("systems check makes a harmless request to each system, and prints the answer without secrets", async () => {
  const now = () => api.deps.clock.now();
  const [stripe, yookassa, proxmox] = await Promise.all([
    stripeVendor(now),
    yookassaVendor(now),
    startProxmox(),
  ]);
  if (yookassa.farEnd) yookassa.farEnd.isAway = true;
  const settings = {
    PROXMOX_URL: proxmox.farEnd.origin,
    PROXMOX_TOKEN: proxmox.token,
    PROXMOX_TEMPLATES: "Windows Server 2022=9000",
    PROXMOX_ADDRESSES: "203.0.113.10-203.0.113.12/24,gw=203.0.113.1",
  };
  const payments = { systems: [stripe.system, yookassa.system], isSandbox: false };
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _, done) =>
      done(password === mailPassword ? null : new Error("wrong password"), { user: username }),
  });
  await new Promise<void>((ready) => smtp.listen(0, "127.0.0.1", ready));
  const host = `127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  const sender = { from: "no-reply@cabinet.example", domain: "cabinet.example" };
  const mail = smtpMail({ url: `smtp://anna:${mailPassword}@${host}`, sender });
  const deps = {
    ...api.deps,
    mail,
    payments,
    provisioner: chooseProvisioner(api.deps, parseEnvironment(settings)),
  };
  const output = JSON.parse(await runAdmin({ deps }, "--json", "systems", "check")) as object[];
  expect(output).toMatchObject([
    {
      system: "database",
      answered: expect.stringMatching(/^PostgreSQL \d+.*, database test_/),
      isWell: true,
    },
    { system: "mail", answered: `${host} answers`, isWell: true },
    { system: "payments: stripe", answered: "answers, in test mode", isWell: true },
    { system: "payments: yookassa", isWell: false },
    { system: "machines", answered: "Proxmox VE 9.1.3", isWell: true },
    { system: "files", isWell: true },
  ]);
  const audit = JSON.stringify(await api.db.select().from(operatorActions));
  for (const secret of [...stripe.secrets, ...yookassa.secrets, proxmox.token, mailPassword])
    expect(JSON.stringify(output) + audit).not.toContain(secret);
  expect(proxmox.farEnd.requests).toEqual(["GET /api2/json/version"]);
  mail.close?.();
  await new Promise<void>((closed) => smtp.close(closed));
  await Promise.all([stripe.close(), yookassa.close(), proxmox.farEnd.close()]);
});

test("systems check prints the error of an unreachable mail server", async () => {
  const sender = { from: "no-reply@cabinet.example", domain: "cabinet.example" };
  const deps = { ...api.deps, mail: smtpMail({ url: "smtp://127.0.0.1:9", sender }) };
  expect(JSON.parse(await runAdmin({ deps }, "--json", "systems", "check"))).toContainEqual({
    system: "mail",
    answered: expect.stringContaining("ECONNREFUSED"),
    isWell: false,
  });
});
