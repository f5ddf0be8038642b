import type { Settings } from "#api/lib/settings";
import { hmacSigned } from "./hmac-signed";
import { orderSecret } from "./sign";
import type { PaymentMethod, PaymentSystem } from "./system";

const card: PaymentMethod = {
  id: "card",
  asks: "card",
  name: { en: "Bank card", ru: "Банковская карта" },
  feePercent: 2.5,
  feeFixedCents: 0,
  minCents: 100,
  maxCents: 500_000,
  currency: "USD",
  perDollar: 1,
};

const wallet: PaymentMethod = {
  id: "wallet",
  asks: "wallet",
  name: { en: "E-wallet", ru: "Электронный кошелёк" },
  feePercent: 1,
  feeFixedCents: 0,
  minCents: 100,
  maxCents: 200_000,
  currency: "USD",
  perDollar: 1,
};

const crypto: PaymentMethod = {
  id: "usdt-trc20",
  asks: "txid",
  name: { en: "Crypto, USDT (TRC-20)", ru: "Криптовалюта, USDT (TRC-20)" },
  feePercent: 0,
  feeFixedCents: 0,
  minCents: 1_000,
  maxCents: 5_000_000,
  currency: "USDT",
  perDollar: 1,
};

/**
 * An address without a known key: anything sent there is lost, so that the sandbox can't be mistaken for a real
 * system.
 */
const nobodysAddress = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb";

/** Returns the sandbox's systems: everything is real except the money. */
export function sandboxSystems(settings: Settings): PaymentSystem[] {
  // relative to the cabinet, whatever its host name
  const page = (orderId: string) => `/sandbox/pay/${orderId}`;
  return [
    hmacSigned({
      method: card,
      recipient: "sandbox-card",
      lifetimeMinutes: 60,
      secret: orderSecret(settings, card.id),
      pageUrl: page,
    }),
    hmacSigned({
      method: wallet,
      recipient: "sandbox-wallet",
      lifetimeMinutes: 60,
      secret: orderSecret(settings, wallet.id),
      pageUrl: page,
    }),
    hmacSigned({
      method: crypto,
      recipient: nobodysAddress,
      lifetimeMinutes: 24 * 60,
      secret: orderSecret(settings, crypto.id),
      pageUrl: null,
    }),
  ];
}
