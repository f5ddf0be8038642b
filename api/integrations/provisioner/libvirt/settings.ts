import type { AddressPool } from "#api/lib/environment/machines";

export type LibvirtSettings = {
  /** As virsh takes it: `qemu:///system`, `qemu+ssh://cabinet@host/system`. */
  uri: string;
  /** The storage pool of templates and disks. */
  pool: string;
  network: string;
  /** The template's volume by operating system. */
  templates: ReadonlyMap<string, string>;
  addresses: AddressPool;
  /** First id of our machines; machines with other names are ignored. */
  firstId: number;
};
