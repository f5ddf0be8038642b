import type { IncomingMessage, ServerResponse } from "node:http";

/** What nobody has ever rented: a client of no service, whose pages are what all clients' pages have in common. */

const operatingSystems = ["Windows Server 2022", "Windows Server 2019", "Windows Server 2025"];
const paidUntil = "2026-02-14T09:41:27.318Z";
const issuedAt = "2026-01-14T09:41:27.318Z";
const savings = { 1: 0, 3: 5, 6: 10, 12: 20 };

const periodsOf = (monthlyCents: number) =>
  Object.entries(savings).map(([months, savingPercent]) => {
    const wholeCents = monthlyCents * Number(months);
    const savingCents = (wholeCents * savingPercent) / 100;
    return { months: Number(months), priceCents: wholeCents - savingCents, savingCents, savingPercent };
  });

function rateOf(cores: number, memoryMb: number, diskGb: number, terminals: number, monthlyCents: number) {
  const trafficGb = cores < 4 ? cores * 1000 : null;
  const machine = { processor: cores, memoryMb, diskGb, terminals, trafficGb, operatingSystems };
  return { id: `trader-${cores}`, name: `Trader ${cores}`, ...machine, periods: periodsOf(monthlyCents) };
}

const rates = [
  rateOf(1, 2048, 30, 2, 900),
  rateOf(2, 4096, 50, 5, 1900),
  rateOf(4, 8192, 100, 12, 3900),
  rateOf(8, 16384, 200, 30, 7900),
];

const balanceCents = 20000;

function orderOptions() {
  const [{ id: rateId, name: tariff, periods, ...machine } = rateOf(1, 0, 0, 0, 0)] = rates;
  return { rateId, tariff, ...machine, periods: periods.map((one) => ({ ...one, paidUntil })), balanceCents };
}

const server = {
  tariff: "Trader 1",
  comment: "",
  isTest: false,
  issuedAt,
  paidUntil,
  renewalMonths: 1,
  autoRenewal: false,
  revokedOn: null,
  hasUpgrade: false,
};

const firstSteps = { hasCredentialsShown: false, hasAccount: false, isTerminalHeard: false, skipped: [] };

const answers: Record<string, unknown> = {
  "POST /user/auth/login": { token: "none", expires: "2100-01-01T00:00:00.000Z" },
  "POST /user/change_language": { ok: true },
  "GET /user/auth": {
    ...{ id: "0", created_at: issuedAt, email: "ann@example.test", name: "Ann Lee" },
    ...{ photo_path: null, telegram_link: null, telegram_mon_link: null, time_zone: null },
    ...{ balance: balanceCents / 100, balance_partner: 0, language: "EN", unread_tickets: [] },
  },
  "GET /front/permissions": { partner: true, monitoring: true },
  "GET /user/alert": { alert: null },
  "GET /vps/rates": { rates, testServer: "available" },
  "GET /vps/rates/trader-1": orderOptions(),
  "GET /vps/attention": {
    counts: { settingUp: 1, active: 1, blocked: 0, revoked: 0 },
    balanceCents,
    ...{ blocked: null, ending: null, renewing: null, silent: null, answer: null, wallet: null, firstSteps },
  },
  "GET /vps/servers": {
    servers: [
      { id: "emgvqtpjft", ...server, status: "settingUp", ip: null },
      { id: "ann6np2dkw", ...server, status: "active", ip: "198.18.0.8" },
    ],
    ...{ page: 1, pages: 1, total: 2, all: 2 },
  },
  "POST /vps/servers": { serverId: "emgvqtpjft", totalCents: 900, paidUntil },
};

/** Answers a call as a service would that has one client; what that client's pages do not ask is not found. */
export function sampleService(request: IncomingMessage, response: ServerResponse): void {
  const answer = answers[`${request.method} ${(request.url ?? "").replace(/^\/api|\?.*/g, "")}`];
  response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(answer ?? { message: "Not found" }));
}
