import type { Endpoint } from "#contract/endpoint";
import * as monitoring from "#contract/monitoring/index";
import * as payments from "#contract/payments/index";
import * as support from "#contract/support/index";
import * as vps from "#contract/vps/index";
import type { Answer } from "./api-client";
import type { TestClient } from "./test-client";

/** Checks that written values are read back, and that an invalid value is rejected by its field name. */
export async function checkWrites(world: TestClient): Promise<void> {
  await tryComment(world);
  await tryTicket(world);
  const { request, findings, rateId } = world;
  if (!rateId) return;
  const wrong = await request(vps.quoteRent, { rateId, months: 7 } as never);
  const fields = Object.keys((wrong.body as { fields?: object } | undefined)?.fields ?? {});
  const isNamed = wrong.status >= 400 && wrong.status < 500 && fields.join() === "months";
  findings.holds(
    "vps.quoteRent refuses a period that is not offered, by its field",
    isNamed,
    `answered ${wrong.status}, naming ${fields.join(", ") || "no field"}`,
  );
}

/**
 * Adds a monitored account if the client has none.
 * @returns a function that deletes it
 */
export async function addAccount(world: TestClient): Promise<() => Promise<void>> {
  const { request, outputOf, findings } = world;
  const list = await request(monitoring.accountList, {});
  if (!list.output || list.output.accounts.length > 0 || list.output.available === 0)
    return async () => undefined;
  const fresh = await outputOf("monitoring.newActivationKey", monitoring.newActivationKey, {});
  const input = { number: "10203040", name: "Conformance", activationKey: fresh?.activationKey ?? "" };
  const added = await outputOf("monitoring.createAccount adds one", monitoring.createAccount, input);
  world.monitoringId = added?.monitoringId;
  return async () => {
    if (!added) return;
    await outputOf("monitoring.deleteAccount does it", monitoring.deleteAccount, added);
    const left = (await request(monitoring.accountList, {})).output?.accounts ?? [];
    const isDeleted = !left.some(({ monitoringId }) => monitoringId === added.monitoringId);
    findings.holds("monitoring.deleteAccount deletes", isDeleted, "it is still there");
  };
}

async function tryComment({ request, outputOf, findings, serverId }: TestClient): Promise<void> {
  if (!serverId) return;
  const before = (await request(vps.getServer, { serverId })).output?.comment ?? "";
  const comment = `conformance ${Date.now() % 1000}`;
  await outputOf("vps.changeComment does it", vps.changeComment, { serverId, comment });
  const after = (await request(vps.getServer, { serverId })).output?.comment;
  findings.holds("vps.changeComment keeps what was written", after === comment, `reads ${after}`);
  await request(vps.changeComment, { serverId, comment: before });
}

async function tryTicket(world: TestClient): Promise<void> {
  const { request, outputOf, findings, newKey } = world;
  const departments = (await request(support.departments, {})).output?.departments ?? [];
  let ticketId: string | undefined;
  for (const { id: departmentId } of departments) {
    const input = { departmentId, title: "Conformance", text: "Please leave this ticket alone." };
    const answer = await request(support.createTicket, input as never, { key: newKey() });
    ticketId = answer.output?.ticketId;
    if (ticketId) break;
    // the client already has an open ticket in that department
    findings.holds(
      "support.createTicket makes a ticket",
      answer.code === "ticketAlreadyOpen",
      describeAnswer(answer),
    );
  }
  if (!ticketId) return;
  world.ticketId = ticketId;
  const version = async () => (await request(support.ticketVersion, { ticketId })).output?.version;
  const before = await version();
  const text = `Text of ${newKey()}`;
  const reply = { ticketId, text } as never;
  await outputOf("support.replyTicket does it", support.replyTicket, reply, { key: newKey() });
  const messages = (await request(support.ticket, { ticketId })).output?.messages ?? [];
  findings.holds(
    "support.replyTicket keeps what was written",
    messages.some((message) => message.text === text),
    "it is not there",
  );
  findings.holds("support.ticketVersion changes with the ticket", before !== (await version()), "it stays");
  await outputOf("support.closeTicket does it", support.closeTicket, { ticketId });
  const closed = (await request(support.ticket, { ticketId })).output?.status;
  findings.holds("support.closeTicket closes", closed === "closed", `it is ${closed}`);
}

const describeAnswer = ({ status, fault, message }: Answer) => `answered ${fault ?? `${status} ${message}`}`;

/**
 * Checks idempotency: the same key takes effect once, another key again, and no key is rejected. It uses deposit
 * orders, which cost nothing and are deleted afterwards.
 */
export async function checkIdempotency(world: TestClient): Promise<void> {
  const { request, outputOf, findings, newKey } = world;
  const methods = (await outputOf("payments.depositMethods", payments.depositMethods, {}))?.methods ?? [];
  const method = methods.find(({ asks }) => asks === "nothing") ?? methods[0];
  if (!method) return;
  const order = {
    method: method.id,
    amountCents: method.minCents,
    ...(method.asks === "card" && { card: "4242" }),
    ...(method.asks === "wallet" && { wallet: "conformance" }),
  };
  const key = newKey();
  const first = await outputOf("payments.createDeposit makes an order", payments.createDeposit, order, {
    key,
  });
  if (!first) return;
  const { payment } = first;
  world.orderId = payment.orderId;
  findings.holds(
    "a deposit is of the sum that was asked for",
    payment.sumCents === order.amountCents,
    `${payment.sumCents}`,
  );
  const cost = payments.costOf(payment.method, payment.sumCents);
  findings.holds(
    "a deposit costs what its method says",
    payment.costCents === cost,
    `${payment.costCents}, not ${cost}`,
  );

  const repeat = await request(payments.createDeposit, order, { key });
  const same = repeat.output?.payment.orderId;
  findings.holds(
    "a repeat with the same key is answered as the first was",
    same === payment.orderId,
    describeAnswer(repeat),
  );
  const otherKeyAnswer = await request(payments.createDeposit, order, { key: newKey() });
  const another = otherKeyAnswer.output?.payment.orderId;
  findings.holds(
    "another key is another order",
    another !== undefined && another !== payment.orderId,
    describeAnswer(otherKeyAnswer),
  );
  const changed = { ...order, amountCents: order.amountCents + 100 };
  const reused = await request(payments.createDeposit, changed, { key });
  findings.holds(
    "a key that is used for something else is refused",
    reused.status === 409,
    describeAnswer(reused),
  );
  const keyless = await request(payments.createDeposit as Endpoint, order);
  findings.holds(
    "without a key nothing is done",
    keyless.status >= 400 && keyless.status < 500,
    describeAnswer(keyless),
  );
  for (const orderId of [another, keyless.status === 200 ? orderOf(keyless) : undefined])
    if (orderId) await request(payments.deleteDeposit, { orderId });
}

const orderOf = ({ body }: Answer) => (body as { payment?: { orderId?: string } }).payment?.orderId;

/** Checks that an unsigned callback can't mark the client's deposit as paid. Deletes the order afterwards. */
export async function checkCallbacks(
  world: TestClient,
  send: (path: string, body: object) => Promise<Answer>,
): Promise<void> {
  const { request, outputOf, findings, orderId } = world;
  if (!orderId) return;
  const before = (await request(payments.getDeposit, { orderId })).output?.payment;
  if (!before) return;
  const path = payments.paymentCallback.path.replace(":method", before.method.id);
  const answer = await send(path, { orderId, status: "paid", event: "paid", costCents: before.costCents });
  const isRejected = answer.status >= 400 && answer.status < 500;
  findings.holds("a payment that nobody has signed is refused", isRejected, describeAnswer(answer));
  const after = (await request(payments.getDeposit, { orderId })).output?.payment;
  findings.holds("and changes nothing", after?.status === before.status, `the deposit is ${after?.status}`);
  await outputOf("payments.deleteDeposit does it", payments.deleteDeposit, { orderId });
  const finalStatus = (await request(payments.getDeposit, { orderId })).output?.payment.status;
  findings.holds("payments.deleteDeposit deletes", finalStatus === "deleted", `it is ${finalStatus}`);
}
