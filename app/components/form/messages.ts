import type { Language } from "#contract/languages";
import { addTexts, textIn } from "#locales/translate";

const files = import.meta.glob<Record<string, string>>("/locales/*/errors.json", { import: "default" });

/** Brings the messages that a check in the browser may give; those of the server come in words. */
export async function loadMessages(language: Language): Promise<void> {
  const texts = await files[`/locales/${language}/errors.json`]?.();
  if (texts) addTexts(language, "errors", texts);
}

/** A message in words: a key of `errors.json`, or words already. */
export const messageText = (language: Language, message: string): string =>
  textIn(language, "errors", message);
