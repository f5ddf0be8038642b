import { expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { seedTariffs } from "#api/bootstrap/seed/tariffs";
import { stripeVendor } from "#api/integrations/payments/testing/stripe";
import { chooseProvisioner } from "#api/integrations/provisioner/index";
import { startProxmox } from "#api/integrations/provisioner/testing/proxmox";
import { checkLedger } from "#api/ledger/ledger";
import { parseEnvironment } from "#api/lib/environment";
import { balanceOf, send } from "#api/modules/payments/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as payments from "#contract/payments/index";
import * as contract from "#contract/vps/index";
import { tokenOf } from "./testing";

/** Fault of the remote API's response at one step. */
const faults = [null, "away", "lost", "error"] as const;

test.each(faults)(
  "from a Stripe deposit to a running Proxmox machine with its credentials, answers %s: paid once, created once",
  async (fault) => {
    const [stripe, proxmox] = await Promise.all([stripeVendor(() => api.deps.clock.now()), startProxmox()]);
    const settings = {
      PROXMOX_URL: proxmox.farEnd.origin,
      PROXMOX_TOKEN: proxmox.token,
      PROXMOX_TEMPLATES: "Windows Server 2022=9000",
      PROXMOX_ADDRESSES: "203.0.113.10-203.0.113.12/24,gw=203.0.113.1",
    };
    const api: TestApi = await testApi({ payments: { systems: [stripe.system], isSandbox: false } });
    api.deps.provisioner = chooseProvisioner(api.deps, parseEnvironment(settings));
    await seedTariffs(api.deps);
    const { farEnd } = stripe;
    const later = async (seconds: number) => {
      api.pass({ seconds });
      // the queue retries a failed job; here the next run does
      await runDueJobs(api.deps).catch(() => {});
    };
    const breakNext = () => {
      if (!fault || !farEnd) return;
      farEnd.fault = { at: farEnd.requests.length, kind: fault };
      proxmox.farEnd.fault = { at: proxmox.farEnd.requests.length + 2, kind: fault };
    };

    const client = await api.newClient();
    breakNext();
    const input = { method: "stripe", amountCents: 20_000 };
    const { orderId } = (await api.call(payments.createDeposit, input, client)).body.payment;
    await later(30);
    expect(stripe.paymentCount(orderId)).toBe(1);
    stripe.pay(orderId);
    breakNext();
    // Stripe repeats its webhook until it gets a 200
    for (let attempt = 0; attempt < 5; attempt++)
      if ((await send(api, "stripe", stripe.notification(orderId))).ok) break;
    await send(api, "stripe", stripe.notification(orderId));
    expect(await balanceOf(api, client)).toBe(20_000);

    breakNext();
    const wish = { rateId: "trader-2", months: 1 as const, operatingSystem: "Windows Server 2022" };
    const token = await tokenOf(api, client.id);
    const rented = await api.call(contract.rent, wish, { token, key: "one-server-only" });
    await api.call(contract.rent, wish, { token, key: "one-server-only" });
    const { serverId, totalCents } = rented.body;
    for (let attempt = 0; attempt < 60; attempt++) await later(70);

    const now = await tokenOf(api, client.id);
    const { body } = await api.call(contract.credentials, { serverId }, { token: now });
    expect(body).toMatchObject({ ip: "203.0.113.10", login: "Administrator" });
    const { password } = (await api.call(contract.revealPassword, { serverId }, { token: now })).body;
    const machines = [...proxmox.machines.values()].filter(({ template }) => template === 0);
    expect(machines).toMatchObject([{ status: "running", config: { cipassword: password } }]);
    expect(proxmox.clones).toHaveLength(1);
    expect(await balanceOf(api, client)).toBe(20_000 - totalCents);
    expect(await checkLedger(api.db)).toEqual([]);
    await Promise.all([api.close(), stripe.close(), proxmox.farEnd.close()]);
  },
);
