/** States of servers and of what is asked of them, and what each state allows: screens and API read the same tables. */

/** `settingUp` is a rented server whose machine is not ready yet; lists count it among the active ones. */
export const serverStatuses = ["settingUp", "active", "blocked", "revoked"] as const;
export type ServerStatus = (typeof serverStatuses)[number];

/** The status filter of the servers list (specification, section 2). */
export const serverFilters = ["all", "active", "blocked", "revoked"] as const;
export type ServerFilter = (typeof serverFilters)[number];

/** Which statuses a filter shows. */
export const statusesOf: Record<ServerFilter, readonly ServerStatus[]> = {
  all: serverStatuses,
  active: ["settingUp", "active"],
  blocked: ["blocked"],
  revoked: ["revoked"],
};

type Allowed = {
  /** Paying for a further period; a blocked server comes back by it. */
  renew: boolean;
  autoRenew: boolean;
  upgrade: boolean;
  control: boolean;
  credentials: boolean;
};

const allowed: Record<ServerStatus, Allowed> = {
  settingUp: { renew: true, autoRenew: true, upgrade: false, control: false, credentials: false },
  active: { renew: true, autoRenew: true, upgrade: true, control: true, credentials: true },
  blocked: { renew: true, autoRenew: true, upgrade: false, control: false, credentials: true },
  revoked: { renew: false, autoRenew: false, upgrade: false, control: false, credentials: false },
};

export const canRenew = (status: ServerStatus) => allowed[status].renew;
export const canAutoRenew = (status: ServerStatus) => allowed[status].autoRenew;
export const canUpgrade = (status: ServerStatus) => allowed[status].upgrade;
export const canControl = (status: ServerStatus) => allowed[status].control;
export const canSeeCredentials = (status: ServerStatus) => allowed[status].credentials;

/** What a client may ask of a machine. */
export const controlActions = ["turnOn", "turnOff", "restart"] as const;
export type ControlAction = (typeof controlActions)[number];

/** Of them, what applies to a machine that runs, or does not. */
export const actionsWhere = (isOn: boolean): readonly ControlAction[] =>
  isOn ? ["restart", "turnOff"] : ["turnOn"];

/** What a client may ask of a machine in all: a reinstall erases its disk, both make a new password. */
export const machineActions = [...controlActions, "reinstall", "resetPassword"] as const;
export type MachineAction = (typeof machineActions)[number];

/** What a client may ask about a snapshot of a machine. */
export const snapshotActions = ["takeSnapshot", "rollBack", "dropSnapshot"] as const;
export type SnapshotAction = (typeof snapshotActions)[number];

/** The way of an order to the machine: accepted, then running, then one of the two ends. */
export const orderStatuses = ["accepted", "running", "done", "failed"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What a server's history holds: payments, what its machine was asked for, and showings of its password. */
export const serverEventKinds = [
  "rent",
  "renewal",
  "upgrade",
  "refund",
  "create",
  "turnOn",
  "turnOff",
  "restart",
  "resize",
  "block",
  "unblock",
  "remove",
  "reinstall",
  "resetPassword",
  ...snapshotActions,
  "passwordShown",
] as const;

/** Only one order of a kind is under way at a time. */
export const isOpenOrder = (status: OrderStatus) => status === "accepted" || status === "running";

export const upgradeStatuses = ["pending", "running", "done", "failed", "cancelled"] as const;
export type UpgradeStatus = (typeof upgradeStatuses)[number];

/** What was paid for such an upgrade may still be given back. */
export const refundableUpgradeStatuses = ["pending", "running", "failed"] as const satisfies UpgradeStatus[];

/** An upgrade can be cancelled until it starts. */
export const canCancelUpgrade = (status: UpgradeStatus) => status === "pending";

export const testServerStates = ["available", "underReview", "ordered", "rejected"] as const;
/** `ordered`: a test server was given; one is given to each client once. */
export type TestServerState = (typeof testServerStates)[number];

export const canOrderTestServer = (state: TestServerState) => state === "available";

/** The first steps of a new client: a free test server, a terminal on it, its account under monitoring. */
export const firstSteps = ["testServer", "terminal", "monitoring"] as const;
export type FirstStep = (typeof firstSteps)[number];
