/** What a member of the staff is there for; an owner may do everything. */
export const staffRoles = ["support", "billing", "machines", "owner"] as const;
export type StaffRole = (typeof staffRoles)[number];

const everybody = ["support", "billing", "machines"] as const;

/**
 * Who may run an operation of the command line and the console: by its name, else by its area (the first word). An owner may run
 * all of them. A test holds that every operation has a row here and every row an operation.
 */
export const operationRoles: Readonly<Record<string, readonly StaffRole[]>> = {
  staff: [],
  "staff waiting": everybody,
  clients: ["support"],
  "clients find": everybody,
  "clients show": everybody,
  "clients note": everybody,
  "clients notes": everybody,
  audit: [],
  flags: ["support"],
  "two-step": ["support"],
  sessions: ["support"],
  alerts: ["support"],
  tariffs: [],
  "tariffs list": everybody,
  "tariffs changes": everybody,
  servers: ["machines"],
  "servers list": everybody,
  "servers block": ["support", "machines"],
  "servers release": ["support", "machines"],
  "servers refund": ["billing"],
  "servers refund-upgrade": ["billing"],
  "test-servers": ["support", "machines"],
  drifts: ["machines"],
  ledger: ["billing"],
  books: ["billing"],
  invoices: ["billing"],
  announcements: [],
  jobs: ["machines"],
  letters: ["support"],
  deposits: ["billing"],
  balance: ["billing"],
  withdrawals: ["billing"],
  partner: [],
  tickets: ["support"],
  replies: ["support"],
  systems: ["machines"],
  files: [],
  texts: [],
};

/** The roles that an operation needs one of; only owners where it is empty or unknown. */
export const rolesFor = (operation: string): readonly StaffRole[] =>
  operationRoles[operation] ?? operationRoles[operation.split(" ")[0] ?? ""] ?? [];

/** Whether somebody with these roles may do what needs one of `needed`; an owner may do all. */
export const hasRole = (roles: readonly StaffRole[], needed: readonly StaffRole[]): boolean =>
  roles.includes("owner") || needed.some((role) => roles.includes(role));

/** Whether somebody with these roles may run an operation. */
export const mayRun = (roles: readonly StaffRole[], operation: string): boolean =>
  hasRole(roles, rolesFor(operation));
