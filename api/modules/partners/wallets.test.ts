import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PayoutMethod } from "./wallets";
import { normalizeWallet, payoutMethodOf } from "./wallets";

const method = (id: string) => payoutMethodOf(id) as PayoutMethod;

// addresses from BIP 173, BIP 350 and EIP-55, of the first block and of a token contract
const valid: [string, string][] = [
  ["usdt_trc20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["bitcoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["bitcoin", "bc1qpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyys8frmrc"],
  // a legacy address that happens to contain SegWit's "bc1"
  ["bitcoin", "16dRLwbc1v5VGijELP5fMEmnfhGtPuYus"],
  ["usdt_erc20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["usdt_erc20", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  ["usdt_erc20", "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"],
  ["usdt_erc20", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"],
  ["webmoney", "Z123456789012"],
];

const invalid: [string, string][] = [
  ["usdt_trc20", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["usdt_trc20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T"],
  ["bitcoin", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ["bitcoin", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
  ["bitcoin", "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4"],
  ["bitcoin", "BC1SW50QGDZ25J"],
  // mixed case, which BIP 173 forbids
  ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4"],
  // valid checksums of witness programs that nobody can spend from: unassigned versions and lengths
  ["bitcoin", "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P"],
  ["bitcoin", "bc1ppyysjzgfpyysjzgfpyysjzgfpyysjzgf4rdrza"],
  ["bitcoin", "bc1zpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyys9r6a40"],
  // version 0 with the checksum of Taproot (Bech32m)
  ["bitcoin", "bc1qpyysjzgfpyysjzgfpyysjzgfpyysjzgf7a6g0k"],
  // one byte more and one byte less than an address has, with valid checksums
  ["usdt_trc20", "2zVR6MJGsFrzybvnLtqFfNviZ4NGQxX3nmWa"],
  ["usdt_trc20", "6vqLkCcZ4kYFvarFxArkiq5FhU169KSiL"],
  ["bitcoin", "13q1P3NyDM6J9SNKPaBC7rMQ9NMEabXocoX"],
  ["bitcoin", "TaoEdZYUacfFAJGXSGWszy6EfuVSxMW9"],
  ["usdt_erc20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"],
  ["usdt_erc20", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["usdt_erc20", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae"],
  ["usdt_erc20", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed0"],
  ["usdt_erc20", "a0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"],
  ["usdt_erc20", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg"],
  ["webmoney", "R123456789012"],
  ["webmoney", "Z12345678901"],
  ["webmoney", "Z1234567890123"],
  ["webmoney", "AZ123456789012"],
  ["webmoney", "Z12345678901A"],
];

describe("a wallet", () => {
  it.each(valid)("of %s is accepted: %s", (id, wallet) =>
    expect(normalizeWallet(method(id), wallet)).toBe(wallet),
  );
  it.each(invalid)("of %s is rejected: %s", (id, wallet) =>
    expect(normalizeWallet(method(id), wallet)).toBeNull(),
  );

  it("is normalized, however it is typed", () => {
    expect(normalizeWallet(method("webmoney"), " z1234 5678 9012 ")).toBe("Z123456789012");
    for (const digits of [
      "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
      "5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED",
    ])
      expect(normalizeWallet(method("usdt_erc20"), `0x${digits}`)).toBe(
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      );
    expect(normalizeWallet(method("bitcoin"), "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4")).toBe(
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    );
  });

  it("with one mistyped character is rejected", () => {
    const checked = valid.filter(([id]) => id !== "webmoney");
    fc.assert(
      fc.property(
        fc.constantFrom(...checked),
        fc.nat(100),
        fc.constantFrom(..."acdefghjkmnpqrstuvwxyz023456789"),
        (pair, offset, character) => {
          const [id, wallet] = pair;
          const at = 4 + (offset % (wallet.length - 4));
          if (wallet[at]?.toLowerCase() === character) return;
          expect(
            normalizeWallet(method(id), wallet.slice(0, at) + character + wallet.slice(at + 1)),
          ).toBeNull();
        },
      ),
    );
  });

  it("of an unavailable method is rejected", () => expect(payoutMethodOf("gold")).toBeUndefined());

  it("of any text never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 120 }),
        (text) => void valid.map(([id]) => normalizeWallet(method(id), text)),
      ),
    );
  });
});
