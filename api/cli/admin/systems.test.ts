import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorActions } from "#api/db/schema/operator";
import { stripeVendor } from "#api/integrations/payments/testing/stripe";
import { yookassaVendor } from "#api/integrations/payments/testing/yookassa";
import { chooseProvisioner } from "#api/integrations/provisioner/index";
import { startProxmox } from "#api/integrations/provisioner/testing/proxmox";
import { parseEnvironment } from "#api/lib/environment";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("systems check asks each system something harmless, says what it answered, and no secret", async () => {
  const now = () => api.deps.clock.now();
  const [stripe, yookassa, proxmox] = await Promise.all([
    stripeVendor(now),
    yookassaVendor(now),
    startProxmox(),
  ]);
  if (yookassa.farEnd) yookassa.farEnd.isAway = true;
  const given = {
    PROXMOX_URL: proxmox.farEnd.origin,
    PROXMOX_TOKEN: proxmox.token,
    PROXMOX_TEMPLATES: "Windows Server 2022=9000",
    PROXMOX_ADDRESSES: "203.0.113.10-203.0.113.12/24,gw=203.0.113.1",
  };
  const payments = { systems: [stripe.system, yookassa.system], isSandbox: false };
  const deps = {
    ...api.deps,
    payments,
    provisioner: chooseProvisioner(api.deps, parseEnvironment(given)),
  };
  const said = JSON.parse(await runAdmin({ deps }, "--json", "systems", "check")) as object[];
  expect(said).toMatchObject([
    { system: "payments: stripe", answered: "answers, in test mode", isWell: true },
    { system: "payments: yookassa", isWell: false },
    { system: "machines", answered: "Proxmox VE 9.1.3", isWell: true },
    { system: "files", isWell: true },
  ]);
  const audit = JSON.stringify(await api.db.select().from(operatorActions));
  for (const secret of [...stripe.secrets, ...yookassa.secrets, proxmox.token])
    expect(JSON.stringify(said) + audit).not.toContain(secret);
  expect(proxmox.farEnd.asked).toEqual(["GET /api2/json/version"]);
  await Promise.all([stripe.close(), yookassa.close(), proxmox.farEnd.close()]);
});
