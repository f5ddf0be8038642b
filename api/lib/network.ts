import { isIPv6 } from "node:net";

/**
 * Returns the network that an address counts as in rate limits: an IPv4 address itself, an IPv6 address's whole /64,
 * since one household or one server has all of it. An IPv4 address written as IPv6 (`::ffff:203.0.113.7`) counts as
 * IPv4; anything else is returned unchanged.
 */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(bare)) return address;
  const [head = "", tail] = bare.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  // the last group may be written as IPv4, which is two groups
  const missing = 8 - left.length - right.reduce((count, group) => count + (group.includes(".") ? 2 : 1), 0);
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(Math.max(0, missing)).fill("0"), ...right];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
