import * as balance from "#contract/balance/index";
import type { Input } from "#contract/endpoint";
import * as vps from "#contract/vps/index";
import type { TestClient } from "./test-client";

const cents = (value: number | undefined) => (value === undefined ? "nothing" : `${value} cents`);

/** Checks that prices and the balance are the same in all responses. */
export async function checkPrices(world: TestClient): Promise<void> {
  const { request, findings } = world;
  const rates = (await request(vps.rates, {})).output?.rates ?? [];
  for (const rate of rates) {
    const options = (await request(vps.orderOptions, { rateId: rate.id })).output;
    for (const { months, priceCents } of rate.periods) {
      const offered = options?.periods.find((period) => period.months === months);
      const name = `${rate.name} for ${months} months`;
      const inOptions = offered?.priceCents;
      findings.holds(
        `${name}: the order form has the price of the list`,
        inOptions === priceCents,
        cents(inOptions),
      );
      const quote = (await request(vps.quoteRent, { rateId: rate.id, months })).output;
      const isSame = quote?.priceCents === priceCents;
      findings.holds(`${name}: the quote has the price of the list`, isSame, cents(quote?.priceCents));
      if (!quote) continue;
      const total = quote.priceCents - quote.discountCents;
      findings.holds(
        `${name}: price less discount is the total`,
        quote.totalCents === total,
        cents(quote.totalCents),
      );
      const missing = Math.max(0, quote.totalCents - quote.balanceCents);
      findings.holds(
        `${name}: what lacks is said`,
        quote.missingCents === missing,
        cents(quote.missingCents),
      );
    }
  }
  const limits = (await request(balance.transferLimits, {})).output?.balanceCents;
  const latest = (await request(balance.operations, {} as Input<typeof balance.operations>)).output;
  findings.holds(
    "the balance is one wherever it stands",
    limits === latest?.balanceCents,
    `${cents(limits)} and ${cents(latest?.balanceCents)}`,
  );
  const [last] = latest?.movements ?? [];
  if (last)
    findings.holds(
      "the last movement leaves the balance",
      last.balanceCents === latest?.balanceCents,
      cents(last.balanceCents),
    );
  const listed = (await request(vps.servers, {} as Input<typeof vps.servers>)).output;
  if (listed) {
    const isCounted =
      listed.total >= listed.servers.length && listed.page >= 1 && listed.page <= Math.max(1, listed.pages);
    findings.holds("a list counts what is in it", isCounted, `${listed.servers.length} of ${listed.total}`);
  }
}

/**
 * Rents the cheapest server for its shortest period, twice with the same key: it must be paid once, at the stated
 * price.
 */
export async function checkRent(world: TestClient): Promise<void> {
  const { request, outputOf, findings, newKey } = world;
  const [rate] = (await request(vps.rates, {})).output?.rates ?? [];
  const [period] = rate?.periods ?? [];
  if (!rate || !period) return;
  const { months } = period;
  const order = { rateId: rate.id, months, operatingSystem: rate.operatingSystems[0] ?? "" };
  const quote = await outputOf("vps.quoteRent", vps.quoteRent, { rateId: rate.id, months });
  for (const off of [-1, 1]) {
    const agreedCents = (quote?.totalCents ?? 0) + off;
    const { code, body } = await request(vps.rent, { ...order, agreedCents }, { key: newKey() });
    const priceCents = (body as { details?: { priceCents?: number } } | undefined)?.details?.priceCents;
    findings.holds(
      `an order at ${off > 0 ? "more" : "less"} than the total is answered with the total`,
      code === "priceDiffers" && priceCents === quote?.totalCents,
      `${code}, ${cents(priceCents)}`,
    );
  }
  const key = newKey();
  const agreed = { ...order, agreedCents: quote?.totalCents };
  const rented = await outputOf("vps.rent rents", vps.rent, agreed, { key });
  if (!rented || !quote) return;
  const { serverId, totalCents, paidUntil } = rented;
  findings.holds(
    "a server costs what was said before",
    totalCents === quote.totalCents,
    `${cents(totalCents)}, not ${cents(quote.totalCents)}`,
  );
  const repeat = (await request(vps.rent, agreed, { key })).output?.serverId;
  findings.holds(
    "an order that is sent twice is one server",
    repeat === serverId,
    `${repeat} beside ${serverId}`,
  );
  const server = (await request(vps.getServer, { serverId })).output;
  findings.holds(
    "a server is paid until when the order said",
    server?.paidUntil === paidUntil,
    `${server?.paidUntil}`,
  );
  const after = (await request(balance.operations, {} as Input<typeof balance.operations>)).output;
  const balanceAfter = quote.balanceCents - totalCents;
  findings.holds(
    "the balance is less by its price, once",
    after?.balanceCents === balanceAfter,
    `${cents(after?.balanceCents)}, not ${cents(balanceAfter)}`,
  );
  const listed = (
    await request(vps.servers, { sort: "issued", direction: "desc" } as Input<typeof vps.servers>)
  ).output;
  const isListed = listed?.servers.some(({ id }) => id === serverId) ?? false;
  findings.holds("a rented server stands in the list", isListed, "it does not");
}
