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
  "operations",
  "admin",
  "cli",
];

/** The modules of `api/modules/`, lowest first; each imports only those before it. */
const modules = [
  "settings",
  "texts",
  "telegram",
  "support",
  "payments",
  "partners",
  "books",
  "balance",
  "users",
  "profile",
  "monitoring",
  "vps",
  "announcements",
  "staff",
  "privacy",
];

module.exports = { layers, modules };
