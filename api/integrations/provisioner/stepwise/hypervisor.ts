import type { allottedMachines } from "#api/db/schema/hypervisor";
import type {
  ConsoleTicket,
  Machine,
  MachineKind,
  MachineOrder,
  SnapshotAbility,
  SnapshotKind,
} from "#api/integrations/provisioner/provisioner";

/** What a server was given: its id, node and address. */
export type Allotment = typeof allottedMachines.$inferSelect;

/** An order that can't be done, whatever is tried again; the message is for the operator. */
export class CannotBeDone extends Error {}

/** The machine that a server was allotted. */
export type Allotted = {
  serverId: string;
  /** The settings' first id and on. */
  id: number;
  /** What the hypervisor calls it. */
  name: string;
  /** Where it is: a node of Proxmox, the host of libvirt. */
  node: string;
  address: string;
  password: string;
};

export type Work = { order: MachineOrder; allotted: Allotted };

/** Begins something and returns what it can be followed by, or null where nothing is to be done. Looks first: it may have been begun before. */
export type Step = (work: Work) => Promise<string | null>;

/** A hypervisor whose orders are done step by step, by whoever asks how they stand (docs/adr/0021). */
export type Hypervisor = {
  /** For warnings. */
  name: string;
  health(): Promise<string>;
  /** Where a new machine is put. @throws where it can be put nowhere now. */
  place(): Promise<string>;
  /** All machines that are there; `known` are ours by their ids. */
  machines(known: ReadonlyMap<number, Allotment>): Promise<readonly Machine[]>;
  /** What an order is done by, one after another. */
  steps: Readonly<Record<MachineKind, readonly Step[]> & Partial<Record<SnapshotKind, readonly Step[]>>>;
  /** Left out where `steps` has none for them. */
  snapshots?: SnapshotAbility<Allotted>;
  console?: (allotted: Allotted) => Promise<ConsoleTicket>;
  /** Whether what a step has begun is over. @throws {CannotBeDone} where it has failed. */
  isOver(begun: string): Promise<boolean>;
  /** Whether it refuses for good. */
  isFinal(error: unknown): boolean;
};

export const nameOf = (id: number) => `vps-${id}`;
export const login = "Administrator";
