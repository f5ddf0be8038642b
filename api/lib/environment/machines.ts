/** Addresses for machines, one each, as numbers; `setting` is the setting that lists them. */
export type AddressPool = { first: number; last: number; prefix: number; gateway: string; setting: string };

const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

function numberOf(address: string): number | null {
  const octets = ipv4.exec(address)?.slice(1).map(Number);
  if (!octets || octets.some((part) => part > 255)) return null;
  return octets.reduce((sum, part) => sum * 256 + part, 0);
}

/** Formats an address: `203.0.113.10`. */
export const addressOf = (number: number) =>
  [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");

/** Parses `203.0.113.10-203.0.113.250/24,gw=203.0.113.1`; returns null for anything else. */
export function readAddresses(setting: string, text: string): AddressPool | null {
  const [, from = "", to = "", prefix, gateway = ""] =
    /^([\d.]+)-([\d.]+)\/(\d{1,2}),gw=([\d.]+)$/.exec(text) ?? [];
  const [first, last] = [numberOf(from), numberOf(to)];
  if (first === null || last === null || numberOf(gateway) === null || first > last || Number(prefix) > 32)
    return null;
  return { first, last, prefix: Number(prefix), gateway, setting };
}

/**
 * Parses `Windows Server 2022=9000,Ubuntu 24.04=9001`, a template by operating system; returns null for anything
 * else.
 */
export function readTemplates(text: string, template: RegExp): ReadonlyMap<string, string> | null {
  const pairs = new Map<string, string>();
  for (const part of text.split(",")) {
    const [, name = "", id = ""] = /^\s*([^=]+?)\s*=\s*(\S+)\s*$/.exec(part) ?? [];
    if (!name || !template.test(id)) return null;
    pairs.set(name, id);
  }
  return pairs;
}
