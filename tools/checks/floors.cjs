/** The floors of `api/src`, from the ground up; each imports only what stands below it. */
const floors = [
  "values",
  "db",
  "ledger",
  "outside",
  "parts.ts",
  "identity",
  "jobs",
  "mail",
  "calls",
  "areas",
  "service",
  "commands",
];

/** The areas, from the ground up; each imports only those below it. */
const areas = [
  "security",
  "telegram",
  "support",
  "payments",
  "partner",
  "balance",
  "user",
  "profile",
  "monitoring",
  "vps",
];

module.exports = { floors, areas };
