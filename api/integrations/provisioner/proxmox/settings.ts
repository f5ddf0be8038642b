import type { AddressPool } from "#api/lib/environment/machines";

export type ProxmoxSettings = {
  url: string;
  /** `user@realm!name=secret`. */
  token: string;
  /** The template's id by operating system. */
  templates: ReadonlyMap<string, string>;
  addresses: AddressPool;
  /** First id of our machines; machines with smaller ids are ignored. */
  firstId: number;
  /** Nodes for new machines; empty means any. */
  nodes: readonly string[];
  /** Maximum number of snapshots per machine: each costs space and speed. */
  snapshots: number;
};
