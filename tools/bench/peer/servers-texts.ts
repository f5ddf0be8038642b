import attention from "#locales/en/attention.json";
import firstSteps from "#locales/en/firstSteps.json";
import order from "#locales/en/order.json";
import payment from "#locales/en/payment.json";
import vps from "#locales/en/vps.json";
import { toSend } from "#locales/translate";

/** Translations of the servers and the order, in one file. */
export const serversTexts = {
  vps: toSend(vps),
  attention: toSend(attention),
  firstSteps: toSend(firstSteps),
  order: toSend(order),
  payment: toSend(payment),
};
