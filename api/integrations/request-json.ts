const timeoutMilliseconds = 10_000;

/** An external system's rejection, with its status. It contains nothing of the request, so no secrets. */
export class RequestRejected extends Error {
  constructor(
    readonly status: number,
    readonly answer: unknown,
    readonly who: string,
  ) {
    super(`${who} answered ${status}`);
    this.name = "Refused";
  }
}

type Question = { method: "GET" | "POST" | "PUT" | "DELETE"; headers: Record<string, string>; body?: string };

/**
 * Sends a request to an external system and reads its JSON; null if there is none. Waits ten seconds and follows no
 * redirect.
 * @throws {RequestRejected} for any other status than 2xx, and the errors of `fetch` if there is no response.
 */
export async function requestJson(system: string, url: string, question: Question): Promise<unknown> {
  const answer = await fetch(url, {
    ...question,
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  const text = await answer.text();
  const read = readJson(text);
  if (!answer.ok) throw new RequestRejected(answer.status, read, system);
  return read;
}

/** Returns the parsed JSON; null if it is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
