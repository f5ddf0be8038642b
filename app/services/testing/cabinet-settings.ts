/** Settings of a cabinet that answers from a test's database; `dataDir` where it keeps files. They are read when it is loaded. */
export const cabinetSettings = ({ databaseUrl }: { databaseUrl: string }, dataDir?: string) => ({
  DATABASE_URL: databaseUrl,
  ...(dataDir && { DATA_DIR: dataDir }),
  WORKER: "off",
  LOG_LEVEL: "silent",
  SESSION_SECRET: "a secret for tests",
});
