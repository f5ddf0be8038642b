/** The layers of `api/`, lowest first; each imports only those before it. */
const layers = [
  "lib",
  "db",
  "ledger",
  "integrations",
  "deps.ts",
  "auth",
  "queue",
  "email",
  "http",
  "modules",
  "app.ts",
  "bootstrap",
  "cli",
];

/** The modules of `api/modules/`, lowest first; each imports only those before it. */
const modules = [
  "telegram",
  "support",
  "payments",
  "partners",
  "balance",
  "users",
  "profile",
  "monitoring",
  "vps",
];

module.exports = { layers, modules };
