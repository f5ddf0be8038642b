import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import {
  commentMaxLength,
  nameMaxLength,
  promoNameMaxLength,
  snapshotNameMaxLength,
  ticketTitleMaxLength,
} from "#contract/rules";
import { runAdminCommand } from "./admin-command";
import type { ApiClient } from "./api";
import { apiClient, signUpByApi } from "./api";
import { post } from "./monitoring";
import { expect, newAddress } from "./test";

const password = "a good password";
const daySeconds = 86_400;
type EmailTo = (address: string) => Promise<string>;

/** The widest letter, as many times as a field accepts: a name without a break opportunity. */
const longest = (length: number) => "M".repeat(length);
/** The local part of an address has 64 characters at most, and `newAddress` appends a unique suffix to it. */
const longAddress = () => newAddress("w".repeat(40));

/** Creates a client with the longest possible names, without spaces, in every field; returns its data. */
export async function longNamed(request: APIRequestContext, emailTo: EmailTo) {
  const user = { email: longAddress(), password };
  await signUpByApi(request, emailTo, { ...user, name: longest(nameMaxLength) });
  const client = await apiClient(request, user.email, password);
  await client.deposit(500_00);
  await client.call("POST", "/user/balance/promocode", { name: promoName(), discount: 5 });
  await client.call("POST", "/monitoring/subscription", { accounts: 2, months: 1 });
  const [serverId, ticketId, accounts] = await Promise.all([
    server(client),
    ticket(client),
    Promise.all([
      account(request, client, `GoldScalper_XAUUSD_M5_AggressiveGrid_v3.14_live`),
      account(request, client, longest(nameMaxLength)),
    ]),
    referral(request, client, emailTo),
  ]);
  return { person: user, serverId, ticketId, accounts };
}

const promoName = () =>
  `${longest(promoNameMaxLength)}${randomUUID().replaceAll("-", "").toUpperCase()}`.slice(
    8,
    promoNameMaxLength + 8,
  );

async function server({ call }: ApiClient): Promise<string> {
  const { operatingSystems } = await call("GET", "/vps/rates/trader-1");
  const order = { rateId: "trader-1", months: 1, operatingSystem: operatingSystems?.[0] };
  const { serverId = "" }: { serverId?: string } = await call("POST", "/vps/servers", {
    ...order,
    comment: longest(commentMaxLength),
  });
  const path = `/vps/servers/${serverId}`;
  await expect
    .poll(async () => (await call("GET", path)).status, { message: "the server is set up", timeout: 30_000 })
    .toBe("active");
  await call("POST", `${path}/snapshots`, {
    snapshot: longest(snapshotNameMaxLength),
    action: "takeSnapshot",
  });
  return serverId;
}

/** Creates an answered ticket: its title is in the list, on its page and in the banner. */
async function ticket({ call, upload }: ApiClient): Promise<string> {
  const { departments } = await call("GET", "/support/departments");
  const file = {
    name: `${longest(100)}.pdf`,
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n"),
  };
  const { ticketId = "" }: { ticketId?: string } = await upload("/support/tickets", {
    departmentId: (departments as unknown as { id: string }[])[0]?.id ?? "",
    title: longest(ticketTitleMaxLength),
    text: longest(500),
    "files[]": file,
  });
  await runAdminCommand(["tickets", "reply", ticketId, "--text", "Here we are", "--yes"]);
  return ticketId;
}

/** Creates a public account with a few trades, whose terminal is connected to a server with a long name. */
async function account(request: APIRequestContext, { call }: ApiClient, name: string): Promise<string> {
  const [key, number] = [`key-${randomUUID()}`, String(Math.floor(Math.random() * 1e9))];
  const { monitoringId: id = "" }: { monitoringId?: string } = await call("POST", "/monitoring/accounts", {
    number,
    name,
    activationKey: key,
  });
  const begun = Math.floor(Date.now() / 1000 / daySeconds - 40) * daySeconds;
  const deals = [120, -80, 60].map((profit, index) => ({
    ticket: String(index + 2),
    position: String(index + 2),
    time: begun + (index + 1) * 5 * daySeconds,
    type: "sell",
    entry: "out",
    symbol: longest(12),
    volume: "0.1",
    price: "1.1",
    profit: String(profit),
  }));
  const deposit = { ticket: "1", time: begun, type: "balance", profit: "1000" };
  const state = { balance: "1100", equity: "1100", server: `${longest(12)}-${longest(24)}` };
  const answer = await post(request, { key, number }, { ...state, deals: [deposit, ...deals] });
  expect(answer.ok(), await answer.text()).toBe(true);
  await call("POST", `/monitoring/accounts/${id}/sharing`, { visibility: "public", showNumber: true });
  await call("POST", `/monitoring/accounts/${id}/recipients/reports`, { email: longAddress() });
  await call("GET", `/monitoring/accounts/${id}/statistics`);
  return id;
}

/** Signs up a client with a long address in the client's network, who received money from the client. */
async function referral(request: APIRequestContext, { call }: ApiClient, emailTo: EmailTo): Promise<void> {
  const info = await call("GET", "/user/partner_info");
  const email = longAddress();
  const partnerCode = /ref=(\w+)/.exec(JSON.stringify(info))?.[1] ?? "";
  await signUpByApi(request, emailTo, { email, password, name: longest(nameMaxLength), partnerCode });
  await call("POST", "/balance/transfers", { email, amountCents: 100 });
}
