import type { Answer } from "#api/lib/answer";

/** Orders about a machine's snapshots, if the hypervisor has them; each order names one. */
export const snapshotKinds = ["takeSnapshot", "rollBack", "dropSnapshot"] as const;
export type SnapshotKind = (typeof snapshotKinds)[number];

/** Orders about a machine. */
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

/** Returns whether a machine has a new password after the order: its report contains it. */
export const setsPassword = (kind: string): boolean =>
  kind === "create" || kind === "reinstall" || kind === "resetPassword";

export type MachineOrder = {
  /** A retry of an order has the same id and must change nothing. */
  id: string;
  kind: OrderKind;
  /** The machine has its server's name. */
  serverId: string;
  /** The installed operating system, or the one to install by `create` and `reinstall`. */
  operatingSystem: string;
  /** The machine's size, or its size after a resize. */
  rate: { id: string; processor: number; memoryMb: number; diskGb: number; trafficGb: number | null };
  /** The snapshot of an order of `snapshotKinds`. */
  snapshot?: string;
};

/** An order's status. `machine` is set after a create, a reinstall and a new password. */
export type MachineReport = {
  orderId: string;
  status: "running" | "done" | "failed";
  /** `node` is the machine's location, if the provisioner knows it. */
  machine?: { ip: string; login: string; password: string; node?: string };
  /** Why it failed, for the operator. */
  reason?: string;
};

/** A machine as the hypervisor has it; `serverId` is null if the hypervisor can't tell its server. */
export type Machine = {
  name: string;
  serverId: string | null;
  isRunning: boolean;
  /** Its current location; null if the hypervisor reports none. */
  node: string | null;
};

/** What a node has free; null is unknown. */
export type NodeCapacity = {
  node: string;
  isOnline: boolean;
  processors: number | null;
  memoryMb: Room | null;
  /** Of the storage for machines' disks; nodes that share one report the same. */
  diskGb: Room | null;
};
type Room = { free: number; total: number };

/** A saved state of a machine's disk and settings, without running programs. */
export type Snapshot = { name: string; takenAt: Date };

/** Snapshots, if a hypervisor has them. */
export type SnapshotAbility<About> = {
  /** Maximum number per machine. */
  limit: number;
  /** Returns a machine's snapshots, oldest first. */
  list(about: About): Promise<readonly Snapshot[]>;
};

/** A console that one person can open once, within a short time: the URL of a websocket and a password. */
export type ConsoleTicket = { url: string; password: string };

/** The external system that runs the machines. */
export type Provisioner = {
  /** Submits an order. Throws unless it was certainly accepted; it is then called again with the same order. */
  submit(order: MachineOrder): Promise<void>;
  /** Returns an order's status; null if the provisioner does not know it. */
  check(orderId: string): Promise<MachineReport | null>;
  /** Seconds between two polls; null if it calls back and is not polled. */
  readonly retrySeconds: number | null;
  /** Makes a harmless request; resolves to a short summary of the response, without secrets. */
  health(): Promise<string | Answer>;
  /** Returns all existing machines; null if the provisioner can't be queried. */
  machines: (() => Promise<readonly Machine[]>) | null;
  /** Returns what each node has free; null if the provisioner can't tell. */
  capacity: (() => Promise<readonly NodeCapacity[]>) | null;
  /** By the server's id; null if the provisioner has no snapshots. */
  snapshots: SnapshotAbility<string> | null;
  /** Opens the machine's console; null if the provisioner can't. */
  console: ((serverId: string) => Promise<ConsoleTicket>) | null;
  /** Verifies reports to `/api/vps/provisioner/callback`; null if none are accepted. */
  readonly callbackSecret: string | null;
};
