import { dayText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { serverName } from "#app/lib/server-name";
import { automaticPaymentFrom } from "#contract/automatic-payment";
import { getServer } from "#contract/vps/index";
import { priceOn } from "#contract/vps/price-on";
import { callApi } from "./api.server";
import { translationsFor } from "./locale.server";
import type { ClientCaller } from "./session.server";
import { viewerOf } from "./viewer.server";

/** Returns the toast for a toggled switch: when the server renews and at what price, or when it ends. */
export async function autoRenewalText(request: Request, caller: ClientCaller, serverId: string) {
  const [server, t, viewer] = await Promise.all([
    callApi(caller, getServer, { serverId }),
    translationsFor(request, "renewal"),
    viewerOf(request),
  ]);
  const { autoRenewal, paidUntil, periods, renewalMonths } = server;
  const name = serverName(server);
  const period = periods.find(({ months }) => months === renewalMonths);
  if (!autoRenewal) return t("autoRenewalOff", { name, date: dayText(paidUntil, viewer) });
  const renewsAt = automaticPaymentFrom(paidUntil);
  const amount = moneyText(period ? priceOn(period, renewsAt) : 0, viewer.language);
  return t("autoRenewalOn", { name, date: dayText(renewsAt.toISOString(), viewer), amount });
}
