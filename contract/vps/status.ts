/**
 * States of servers and of requests on them, and the actions that each state allows; pages and API read the same
 * tables.
 */

/** `settingUp` is a rented server whose machine is not ready yet; lists count it as active. */
export const serverStatuses = ["settingUp", "active", "blocked", "revoked"] as const;
export type ServerStatus = (typeof serverStatuses)[number];

/** The status filter of the servers list (specification, section 2). */
export const serverFilters = ["all", "active", "blocked", "revoked"] as const;
export type ServerFilter = (typeof serverFilters)[number];

/** The statuses that a filter shows. */
export const statusesOf: Record<ServerFilter, readonly ServerStatus[]> = {
  all: serverStatuses,
  active: ["settingUp", "active"],
  blocked: ["blocked"],
  revoked: ["revoked"],
};

type Allowed = {
  /** Payment for a further period; it unblocks a blocked server. */
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

/** Power actions that a client may request. */
export const controlActions = ["turnOn", "turnOff", "restart"] as const;
export type ControlAction = (typeof controlActions)[number];

/** Returns the power actions that apply to a running or a stopped machine. */
export const actionsWhere = (isOn: boolean): readonly ControlAction[] =>
  isOn ? ["restart", "turnOff"] : ["turnOn"];

/**
 * All machine actions that a client may request. A reinstall erases the disk; `reinstall` and `resetPassword` both
 * create a new password.
 */
export const machineActions = [...controlActions, "reinstall", "resetPassword"] as const;
export type MachineAction = (typeof machineActions)[number];

/** Snapshot actions that a client may request. */
export const snapshotActions = ["takeSnapshot", "rollBack", "dropSnapshot"] as const;
export type SnapshotAction = (typeof snapshotActions)[number];

/** States of an order to the machine: accepted, then running, then done or failed. */
export const orderStatuses = ["accepted", "running", "done", "failed"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Kinds of events in a server's history: payments, machine operations and views of its password. */
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

/** Only one order of a kind is open at a time. */
export const isOpenOrder = (status: OrderStatus) => status === "accepted" || status === "running";

export const upgradeStatuses = ["pending", "running", "done", "failed", "cancelled"] as const;
export type UpgradeStatus = (typeof upgradeStatuses)[number];

/** The payment for an upgrade in one of these states can still be refunded. */
export const refundableUpgradeStatuses = ["pending", "running", "failed"] as const satisfies UpgradeStatus[];

/** An upgrade can be cancelled until it starts. */
export const canCancelUpgrade = (status: UpgradeStatus) => status === "pending";

export const testServerStates = ["available", "underReview", "ordered", "rejected"] as const;
/** `ordered`: the client already got a test server; each client gets one. */
export type TestServerState = (typeof testServerStates)[number];

export const canOrderTestServer = (state: TestServerState) => state === "available";

/** The first steps of a new client: a free test server, a terminal on it, and monitoring of its account. */
export const firstSteps = ["testServer", "terminal", "monitoring"] as const;
export type FirstStep = (typeof firstSteps)[number];
