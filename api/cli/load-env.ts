/**
 * Loads `.env` if it exists; import it before anything that reads the environment. Variables that are already set
 * stay.
 */

/**
 * Loads a file of settings; returns false if there is none. Ends the program if the file can't be read, because it
 * would run with the wrong settings.
 */
export function loadFile(file: string): boolean {
  try {
    process.loadEnvFile(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    console.error(`${file} can't be read: ${(error as Error).message}. Run this as a user who may.`);
    process.exit(1);
  }
}

loadFile(".env");
