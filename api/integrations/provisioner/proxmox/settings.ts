import type { AddressPool } from "#api/lib/environment/machines";

export type ProxmoxSettings = {
  url: string;
  /** `user@realm!name=secret`. */
  token: string;
  /** The template's id by operating system. */
  templates: ReadonlyMap<string, string>;
  addresses: AddressPool;
  /** Machines' ids begin here; what has a smaller one is nobody's business of ours. */
  firstId: number;
  /** Where machines may be put; empty is anywhere. */
  nodes: readonly string[];
  /** At most so many of a machine: each costs room and speed. */
  snapshots: number;
};
