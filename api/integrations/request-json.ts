const patienceMilliseconds = 10_000;

/** What an outside system refused, with its status; nothing of the question is in it, so that no secret is. */
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
 * Asks an outside system and reads its JSON; null where there is none. Waits ten seconds and follows no redirect.
 * @throws {RequestRejected} for any other status than 2xx, and whatever `fetch` throws where nothing came back.
 */
export async function requestJson(who: string, url: string, question: Question): Promise<unknown> {
  const answer = await fetch(url, {
    ...question,
    redirect: "error",
    signal: AbortSignal.timeout(patienceMilliseconds),
  });
  const text = await answer.text();
  const read = readJson(text);
  if (!answer.ok) throw new RequestRejected(answer.status, read, who);
  return read;
}

/** Null for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
