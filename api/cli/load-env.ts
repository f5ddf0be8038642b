/** Imported before anything that reads the environment: settings of `.env`, where there is one. What is set already stays. */

/**
 * Loads a file of settings; false where there is none. One that can't be read ends the program, which would work on other settings than
 * it should.
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
