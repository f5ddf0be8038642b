/** Roles of staff members; an owner may do everything. */
export const staffRoles = ["support", "billing", "machines", "owner"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Every role: of endpoints that check the roles themselves, or that every member needs. */
export const anyRole = ["support", "billing", "machines"] as const;

/**
 * Roles that may run an operation of the command line or the console, by its name, or else by its first word. An
 * owner may run all. A test checks that every operation has an entry here and every entry an operation.
 */
export const operationRoles: Readonly<Record<string, readonly StaffRole[]>> = {
  staff: [],
  "staff waiting": anyRole,
  clients: ["support"],
  "clients find": anyRole,
  "clients show": anyRole,
  "clients lines": anyRole,
  "clients partner-lines": anyRole,
  "clients deposits": anyRole,
  "clients withdrawals": anyRole,
  "clients orders": anyRole,
  "clients note": anyRole,
  "clients notes": anyRole,
  audit: [],
  flags: ["support"],
  "two-step": ["support"],
  sessions: ["support"],
  alerts: ["support"],
  tariffs: [],
  "tariffs list": anyRole,
  "tariffs changes": anyRole,
  "promo-codes": [],
  "promo-codes list": anyRole,
  settings: [],
  "settings show": anyRole,
  "settings history": anyRole,
  servers: ["machines"],
  "servers list": anyRole,
  "servers block": ["support", "machines"],
  "servers release": ["support", "machines"],
  "servers refund": ["billing"],
  "servers refund-upgrade": ["billing"],
  "servers upgrade": ["billing"],
  "test-servers": ["support", "machines"],
  drifts: ["machines"],
  capacity: ["machines"],
  maintenance: ["machines"],
  "maintenance list": anyRole,
  ledger: ["billing"],
  books: ["billing"],
  invoices: ["billing"],
  announcements: [],
  jobs: ["machines"],
  requests: ["support", "machines"],
  emails: ["support"],
  deposits: ["billing"],
  balance: ["billing"],
  withdrawals: ["billing"],
  partner: [],
  tickets: ["support"],
  "tickets departments": anyRole,
  replies: ["support"],
  systems: ["machines"],
  files: [],
  texts: [],
};

/** Returns the roles of which an operation needs one; for an empty or unknown entry, only owners may run it. */
export const rolesFor = (operation: string): readonly StaffRole[] =>
  operationRoles[operation] ?? operationRoles[operation.split(" ")[0] ?? ""] ?? [];

/** Returns whether someone with these roles has one of `needed`; owners always do. */
export const hasRole = (roles: readonly StaffRole[], needed: readonly StaffRole[]): boolean =>
  roles.includes("owner") || needed.some((role) => roles.includes(role));

/** Returns whether someone with these roles may run an operation. */
export const mayRun = (roles: readonly StaffRole[], operation: string): boolean =>
  hasRole(roles, rolesFor(operation));
