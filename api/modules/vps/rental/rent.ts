import { servers } from "#api/db/schema/vps";
import { checkAgreed } from "#api/http/check-expected-price";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { ApiError } from "#api/lib/api-error";
import { addMonths } from "#api/lib/calendar";
import { orderMachine } from "#api/modules/vps/order/orders";
import { priceFor } from "#api/modules/vps/rate/price";
import { findRate } from "#api/modules/vps/rate/rates";
import * as contract from "#contract/vps/index";
import { charge } from "./charge";

/** Server ids are short, because they are read aloud to support and searched for. */
const serverIdLength = 10;

export const rent = handle(contract.rent, (input, context) =>
  withIdempotencyKey(context, "vps.rent", input, async (tx) => {
    const { rateId, months, operatingSystem, promoCode, agreedCents } = input;
    const { comment = "", autoRenewal = false } = input;
    const rate = await findRate(tx, rateId);
    if (!rate.isOffered) throw new ApiError(404, "notFound");
    if (!rate.operatingSystems.includes(operatingSystem)) {
      throw new ApiError(422, "invalidInput", { fields: { operatingSystem: "chooseOperatingSystem" } });
    }
    const userId = context.client.id;
    const price = await priceFor(context, tx, { rate, months, isRenewal: false, promoCode, buyerId: userId });
    await checkAgreed(tx, { userId, priceCents: price.totalCents, agreedCents });
    const issuedAt = context.clock.now();
    const paidUntil = addMonths(issuedAt, months);
    const serverId = newServerId(context);
    await tx.insert(servers).values({
      id: serverId,
      userId,
      rateId,
      operatingSystem,
      comment,
      status: "settingUp",
      issuedAt,
      paidUntil,
      paidDay: issuedAt.getUTCDate(),
      autoRenewal,
      renewalMonths: months,
    });
    await charge(context, tx, {
      serverId,
      userId,
      kind: "rent",
      tariff: rate.name,
      periodFrom: issuedAt,
      periodTo: paidUntil,
      months,
      price,
    });
    await orderMachine(context, tx, { serverId, kind: "create" });
    return { serverId, totalCents: price.totalCents, paidUntil: paidUntil.toISOString() };
  }),
);

export const newServerId = ({ ids }: { ids: { id(): string } }) => ids.id().slice(0, serverIdLength);
