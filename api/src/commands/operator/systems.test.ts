import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorActions } from "#api/db/schema/operator";
import { stripeVendor } from "#api/outside/payments/testing/stripe";
import { yookassaVendor } from "#api/outside/payments/testing/yookassa";
import { chooseProvisioner } from "#api/outside/provisioner/index";
import { startProxmox } from "#api/outside/provisioner/testing/proxmox";
import type { TestApi } from "#api/service/testing";
import { testApi } from "#api/service/testing";
import { operate } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("systems check asks each system something harmless, says what it answered, and no secret", async () => {
  const now = () => api.parts.clock.now();
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
  const parts = { ...api.parts, payments, provisioner: chooseProvisioner(api.parts, given) };
  const said = JSON.parse(await operate({ parts }, "--json", "systems", "check")) as object[];
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

const proxmox = {
  PROXMOX_URL: "https://pve.example.com:8006",
  PROXMOX_TOKEN: "cabinet@pve!shop=hush",
  PROXMOX_TEMPLATES: "Windows Server 2022=9000",
  PROXMOX_ADDRESSES: "203.0.113.10-203.0.113.12/24,gw=203.0.113.1",
};

const libvirt = {
  LIBVIRT_URI: "qemu:///system",
  LIBVIRT_TEMPLATES: "Windows Server 2022=windows.qcow2",
  LIBVIRT_ADDRESSES: "203.0.113.10-203.0.113.12/24,gw=203.0.113.1",
};

test.each([
  [
    { PROXMOX_URL: proxmox.PROXMOX_URL },
    "PROXMOX_TOKEN and PROXMOX_TEMPLATES and PROXMOX_ADDRESSES is missing",
  ],
  [{ ...proxmox, PROXMOX_TOKEN: "hush" }, "PROXMOX_TOKEN is not what it should be"],
  [{ ...proxmox, PROXMOX_TEMPLATES: "=9000" }, "PROXMOX_TEMPLATES is not of the form"],
  [{ ...proxmox, PROXMOX_ADDRESSES: "203.0.113.300-1" }, "PROXMOX_ADDRESSES is not of the form"],
  [{ ...proxmox, PROXMOX_FIRST_ID: "7" }, "PROXMOX_FIRST_ID is a number from 100 on"],
  [{ ...proxmox, PROVISIONER_URL: "https://x.example.com" }, "machines come from one place"],
  [{ LIBVIRT_URI: "qemu:///system" }, "LIBVIRT_TEMPLATES and LIBVIRT_ADDRESSES is missing"],
  [{ ...libvirt, LIBVIRT_URI: "host.example.com" }, "LIBVIRT_URI is not what it should be"],
  [{ ...libvirt, LIBVIRT_TEMPLATES: "Ubuntu=../x" }, "LIBVIRT_TEMPLATES is not of the form"],
  [{ ...libvirt, LIBVIRT_ADDRESSES: "203.0.113.300-1" }, "LIBVIRT_ADDRESSES is not of the form"],
  [{ ...libvirt, LIBVIRT_POOL: "a'/>" }, "LIBVIRT_POOL is not the name of a storage pool"],
  [{ ...libvirt, LIBVIRT_NETWORK: "a b" }, "LIBVIRT_NETWORK is not the name of a network"],
  [{ ...libvirt, ...proxmox }, "PROXMOX_URL and LIBVIRT_URI are set together: machines come from one place"],
  [{ PROVISIONER_URL: "https://x.example.com" }, "PROVISIONER_URL needs PROVISIONER_SECRET"],
])("a hypervisor's settings %j are told from wrong ones at start, without a secret", (given, words) => {
  expect(() => chooseProvisioner(api.parts, given)).toThrow(words);
  expect(() => chooseProvisioner(api.parts, given)).not.toThrow("hush");
});
