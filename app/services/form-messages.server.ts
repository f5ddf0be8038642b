import { textIn } from "#locales/translate";
import { languageOf } from "./locale.server";

type Answer = { data?: { lastResult?: { error?: Record<string, string[] | null> | null } | null } | null };

/**
 * Translates a form's messages. A schema's messages are keys of `errors.json`; that file is too large to send with
 * every page, so an action's response contains the texts (docs/adr/0006). Anything that is not a key, such as an
 * already translated API message, stays unchanged.
 */
export async function withFormMessages(request: Request, answer: unknown): Promise<unknown> {
  const error = (answer as Answer | undefined)?.data?.lastResult?.error;
  if (!error) return answer;
  const language = await languageOf(request);
  for (const [field, messages] of Object.entries(error)) {
    if (messages) error[field] = messages.map((message) => textIn(language, "errors", message));
  }
  return answer;
}
