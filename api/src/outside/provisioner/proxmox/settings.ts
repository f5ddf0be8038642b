/** Addresses that machines may have, one each. */
export type AddressPool = { first: number; last: number; prefix: number; gateway: string };

export type ProxmoxSettings = {
  url: string;
  /** `user@realm!name=secret`. */
  token: string;
  /** The template's id by operating system. */
  templates: ReadonlyMap<string, number>;
  addresses: AddressPool;
  /** Machines' ids begin here; what has a smaller one is nobody's business of ours. */
  firstId: number;
  /** Where machines may be put; empty is anywhere. */
  nodes: readonly string[];
};

const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

function numberOf(address: string): number | null {
  const parts = ipv4.exec(address)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

export const addressOf = (number: number) =>
  [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");

/** `203.0.113.10-203.0.113.250/24,gw=203.0.113.1`. @throws in plain words. */
export function readAddresses(text: string): AddressPool {
  const [, from = "", to = "", prefix, gateway = ""] =
    /^([\d.]+)-([\d.]+)\/(\d{1,2}),gw=([\d.]+)$/.exec(text) ?? [];
  const [first, last] = [numberOf(from), numberOf(to)];
  if (first === null || last === null || numberOf(gateway) === null || first > last || Number(prefix) > 32)
    throw new Error("PROXMOX_ADDRESSES is not of the form 203.0.113.10-203.0.113.250/24,gw=203.0.113.1");
  return { first, last, prefix: Number(prefix), gateway };
}

/** `Windows Server 2022=9000,Ubuntu 24.04=9001`. @throws in plain words. */
export function readTemplates(text: string): ReadonlyMap<string, number> {
  const pairs = text.split(",").map((part): [string, number] => {
    const [, name = "", id] = /^\s*([^=]+?)\s*=\s*(\d{3,9})\s*$/.exec(part) ?? [];
    if (!name)
      throw new Error("PROXMOX_TEMPLATES is not of the form Windows Server 2022=9000,Ubuntu 24.04=9001");
    return [name, Number(id)];
  });
  return new Map(pairs);
}
