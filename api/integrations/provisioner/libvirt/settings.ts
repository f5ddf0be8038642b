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
  /** Machines' ids begin here; what is called otherwise is nobody's business of ours. */
  firstId: number;
};
