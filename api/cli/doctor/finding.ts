/** What was found out about one part of an installation. Of what is missing the text says what to do. */
export type Finding = { name: string; isWell: boolean; text: string };

/** Runs a check: what it resolves to is well, what it throws is missing. */
export async function find(name: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { name, isWell: true, text: await check() };
  } catch (error) {
    const { message, code = "no answer" } = error as Error & { code?: string };
    // that of several failed connections is empty
    return { name, isWell: false, text: message || code };
  }
}
