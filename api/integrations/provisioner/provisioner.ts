/** What can be done with a machine's snapshots, where the hypervisor has them; each order names one. */
export const snapshotKinds = ["takeSnapshot", "rollBack", "dropSnapshot"] as const;
export type SnapshotKind = (typeof snapshotKinds)[number];

/** What can be done with a machine. */
export type MachineKind =
  | "create"
  | "turnOn"
  | "turnOff"
  | "restart"
  | "resize"
  | "block"
  | "unblock"
  | "remove"
  | "reinstall"
  | "resetPassword";
export type OrderKind = MachineKind | SnapshotKind;

/** Orders after which a machine has another password: their report names it. */
export const givesPassword = (kind: string): boolean =>
  kind === "create" || kind === "reinstall" || kind === "resetPassword";

export type MachineOrder = {
  /** A repeat of an order has the same id and must change nothing. */
  id: string;
  kind: OrderKind;
  /** The machine is called as its server is. */
  serverId: string;
  /** What is installed, or is to be by `create` and `reinstall`. */
  operatingSystem: string;
  /** What the machine has, or is to have after a resize. */
  rate: { id: string; processor: number; memoryMb: number; diskGb: number; trafficGb: number | null };
  /** The snapshot that an order of `snapshotKinds` is about. */
  snapshot?: string;
};

/** How an order stands. `machine` comes with a created one, a reinstalled one and a new password. */
export type MachineReport = {
  orderId: string;
  status: "running" | "done" | "failed";
  machine?: { ip: string; login: string; password: string };
  /** Why it failed, for the operator. */
  reason?: string;
};

/** A machine as the hypervisor has it; `serverId` is null where it can't say whose it is. */
export type Machine = { name: string; serverId: string | null; isRunning: boolean };

/** A machine's disk and settings as they were; running programs are not in it. */
export type Snapshot = { name: string; takenAt: Date };

/** Snapshots where a hypervisor has them. */
export type SnapshotAbility<About> = {
  /** So many of one machine at once. */
  limit: number;
  /** Those of a machine, the oldest first. */
  list(about: About): Promise<readonly Snapshot[]>;
};

/** A console that one person can open once, and soon: by the address of a websocket and a password. */
export type ConsoleTicket = { url: string; password: string };

/** The outside system that has the machines. */
export type Provisioner = {
  /** Hands an order over. Throws where it was not taken for certain; it is then called again with the same order. */
  submit(order: MachineOrder): Promise<void>;
  /** How an order stands; null where the provisioner does not know it. */
  check(orderId: string): Promise<MachineReport | null>;
  /** Seconds between two questions; null where it calls back by itself and is not asked. */
  readonly retrySeconds: number | null;
  /** Asks something harmless; returns what was answered in a few words, without secrets. */
  health(): Promise<string>;
  /** All machines that are there; null where it can't be asked. */
  machines: (() => Promise<readonly Machine[]>) | null;
  /** By the server's id; null where the provisioner has none. */
  snapshots: SnapshotAbility<string> | null;
  /** Opens the machine's console; null where the provisioner can't. */
  console: ((serverId: string) => Promise<ConsoleTicket>) | null;
  /** Signs the answers that come to `/api/vps/provisioner/callback`; null where none are taken. */
  readonly callbackSecret: string | null;
};
