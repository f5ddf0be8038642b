/** The result of one check of an installation. If something is missing, the text says what to do. */
export type Finding = { name: string; isWell: boolean; text: string };

/** Runs a check: it passes if the promise resolves and fails if it throws. */
export async function find(name: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { name, isWell: true, text: await check() };
  } catch (error) {
    const { message, code = "no answer" } = error as Error & { code?: string };
    // the message of an error for several failed connections is empty
    return { name, isWell: false, text: message || code };
  }
}
