/**
 * Returns the settings of a cabinet that uses a test's database; `dataDir` is its file storage. They are read when
 * the cabinet is loaded.
 */
export const cabinetSettings = ({ databaseUrl }: { databaseUrl: string }, dataDir?: string) => ({
  DATABASE_URL: databaseUrl,
  ...(dataDir && { DATA_DIR: dataDir }),
  WORKER: "off",
  LOG_LEVEL: "silent",
  SESSION_SECRET: "a secret for tests",
});
