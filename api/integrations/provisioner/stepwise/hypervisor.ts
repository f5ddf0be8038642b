import type { allottedMachines } from "#api/db/schema/hypervisor";
import type {
  ConsoleTicket,
  Machine,
  MachineKind,
  MachineOrder,
  NodeCapacity,
  SnapshotAbility,
  SnapshotKind,
} from "#api/integrations/provisioner/provisioner";

/** The id, node and address assigned to a server. */
export type Allotment = typeof allottedMachines.$inferSelect;

/** An order that can't be done, however often it is retried; the message is for the operator. */
export class CannotBeDone extends Error {}

/** The machine assigned to a server. */
export type Allotted = {
  serverId: string;
  /** The settings' first id plus the allotment's number. */
  id: number;
  /** The hypervisor's name of it. */
  name: string;
  /** Its location: a node of Proxmox, the host of libvirt. */
  node: string;
  address: string;
  password: string;
};

export type Work = { order: MachineOrder; allotted: Allotted };

/**
 * Starts something and returns an id to poll it by, or null if nothing is to be done. Checks the state first, because
 * it may have been started before.
 */
export type Step = (work: Work) => Promise<string | null>;

/** A hypervisor whose orders are executed step by step, by the caller that polls their status (docs/adr/0021). */
export type Hypervisor = {
  /** For warnings. */
  name: string;
  health(): Promise<string>;
  /** Chooses where to put a new machine. @throws if there is no place now. */
  chooseNode(): Promise<string>;
  /** Returns all existing machines; `known` are ours by their ids. */
  machines(known: ReadonlyMap<number, Allotment>): Promise<readonly Machine[]>;
  /** Returns what each node has free. */
  capacity(): Promise<readonly NodeCapacity[]>;
  /** The steps of each order, in sequence. */
  steps: Readonly<Record<MachineKind, readonly Step[]> & Partial<Record<SnapshotKind, readonly Step[]>>>;
  /** Undefined if `steps` has none for them. */
  snapshots?: SnapshotAbility<Allotted>;
  console?: (allotted: Allotted) => Promise<ConsoleTicket>;
  /** Returns whether the action started by a step has finished. @throws {CannotBeDone} if it failed. */
  isOver(begun: string): Promise<boolean>;
  /** Returns whether an error is permanent. */
  isFinal(error: unknown): boolean;
};

export const nameOf = (id: number) => `vps-${id}`;
export const login = "Administrator";
