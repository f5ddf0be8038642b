import { textIn } from "#locales/translate";
import { languageOf } from "./locale.server";

type Answer = { data?: { lastResult?: { error?: Record<string, string[] | null> | null } | null } | null };

/**
 * Puts a form's messages into words. A schema's messages are keys of `errors.json`; that file is too long to
 * travel with every page, so an action's answer carries the words themselves (docs/adr/0006).
 * What is no key, such as what the API has already put into words, stays as it is.
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
