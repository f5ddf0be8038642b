import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PayoutMethod } from "./wallets";
import { normalizeWallet, payoutMethodOf } from "./wallets";

const method = (id: string) => payoutMethodOf(id) as PayoutMethod;

// addresses of BIP 173, BIP 350 and EIP-55, the first block's and a token contract's
const valid: [string, string][] = [
  ["usdt_trc20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["bitcoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["usdt_erc20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["usdt_erc20", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  ["webmoney", "Z123456789012"],
];

const invalid: [string, string][] = [
  ["usdt_trc20", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["usdt_trc20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T"],
  ["bitcoin", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ["bitcoin", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
  ["bitcoin", "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4"],
  ["bitcoin", "BC1SW50QGDZ25J"],
  ["usdt_erc20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"],
  ["usdt_erc20", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["webmoney", "R123456789012"],
  ["webmoney", "Z12345678901"],
];

describe("a wallet", () => {
  it.each(valid)("of %s is taken: %s", (id, wallet) =>
    expect(normalizeWallet(method(id), wallet)).toBe(wallet),
  );
  it.each(invalid)("of %s is refused: %s", (id, wallet) =>
    expect(normalizeWallet(method(id), wallet)).toBeNull(),
  );

  it("is kept in one form, however it is typed", () => {
    expect(normalizeWallet(method("webmoney"), " z1234 5678 9012 ")).toBe("Z123456789012");
    expect(normalizeWallet(method("usdt_erc20"), "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")).toBe(
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    );
    expect(normalizeWallet(method("bitcoin"), "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4")).toBe(
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    );
  });

  it("with one letter mistyped is refused", () => {
    const checked = valid.filter(([id]) => id !== "webmoney");
    fc.assert(
      fc.property(
        fc.constantFrom(...checked),
        fc.nat(100),
        fc.constantFrom(..."acdefghjkmnpqrstuvwxyz023456789"),
        (pair, place, letter) => {
          const [id, wallet] = pair;
          const at = 4 + (place % (wallet.length - 4));
          if (wallet[at]?.toLowerCase() === letter) return;
          expect(normalizeWallet(method(id), wallet.slice(0, at) + letter + wallet.slice(at + 1))).toBeNull();
        },
      ),
    );
  });

  it("of whatever text never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 120 }),
        (text) => void valid.map(([id]) => normalizeWallet(method(id), text)),
      ),
    );
  });
});
