/** Imported before anything that reads the environment: settings of `.env`, where there is one. */
try {
  process.loadEnvFile();
} catch {
  // none: the defaults of .env.example hold
}
