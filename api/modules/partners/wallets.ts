import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bech32, bech32m, createBase58check } from "@scure/base";

const base58check = createBase58check(sha256);

/** Returns the bytes of a Base58Check address, or null if its checksum is wrong. */
function base58Bytes(text: string): Uint8Array | null {
  try {
    return base58check.decode(text);
  } catch {
    return null;
  }
}

/** Validates a TRON address: 21 bytes that begin with 0x41. */
function tron(text: string): string | null {
  const bytes = base58Bytes(text);
  return bytes?.length === 21 && bytes[0] === 0x41 ? text : null;
}

/**
 * Validates a SegWit address of the main network: version 0 in Bech32 (BIP 173) or Taproot in Bech32m (BIP 350).
 * Later versions are not in use yet, and money sent to them would be lost.
 */
function segwit(text: string): string | null {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null;
  const address = text.toLowerCase() as `bc1${string}`;
  const [code, lengths] = address.startsWith("bc1q") ? [bech32, [20, 32]] : [bech32m, [32]];
  try {
    const [version, ...program] = code.decode(address, 90).words;
    const isKnown = version === (code === bech32 ? 0 : 1);
    return isKnown && lengths.includes(code.fromWords(program).length) ? address : null;
  } catch {
    return null;
  }
}

/** Validates a Bitcoin address of the main network: P2PKH, P2SH or SegWit. */
function bitcoin(text: string): string | null {
  if (/^bc1/i.test(text)) return segwit(text);
  const bytes = base58Bytes(text);
  return bytes?.length === 21 && (bytes[0] === 0x00 || bytes[0] === 0x05) ? text : null;
}

/** Validates an Ethereum address; mixed case must have the right checksum (EIP-55), a single case has none. */
function ethereum(text: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(lower));
  const isUpper = (index: number) => (((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 0xf) >= 8;
  const checked = `0x${[...lower].map((digit, index) => (isUpper(index) ? digit.toUpperCase() : digit)).join("")}`;
  return digits === lower || digits === digits.toUpperCase() || text === checked ? checked : null;
}

/** Validates a WebMoney purse in dollars. */
const webmoney = (text: string): string | null => (/^Z\d{12}$/i.test(text) ? text.toUpperCase() : null);

/**
 * The withdrawal methods. Bank cards are not offered, because their numbers must not be stored in a database like
 * this one (docs/adr/0020). `name` and `hint` are keys of `locales/<language>/api.json`; `normalize` returns the
 * wallet as it is stored, or null if it is invalid.
 */
export const payoutMethods = [
  { id: "usdt_trc20", name: "payoutUsdtTrc20", hint: "payoutUsdtTrc20Hint", minCents: 0, normalize: tron },
  {
    id: "usdt_erc20",
    name: "payoutUsdtErc20",
    hint: "payoutUsdtErc20Hint",
    minCents: 100_00,
    normalize: ethereum,
  },
  { id: "bitcoin", name: "payoutBitcoin", hint: "payoutBitcoinHint", minCents: 100_00, normalize: bitcoin },
  { id: "webmoney", name: "payoutWebmoney", hint: "payoutWebmoneyHint", minCents: 0, normalize: webmoney },
] as const;

export type PayoutMethod = (typeof payoutMethods)[number];

export const payoutMethodOf = (id: string): PayoutMethod | undefined =>
  payoutMethods.find((method) => method.id === id);

/** Returns the wallet as it is stored; null if it is not valid for the method. */
export function normalizeWallet(method: PayoutMethod, text: string): string | null {
  return method.normalize(text.replace(/\s/g, ""));
}
