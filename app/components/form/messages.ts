import type { Language } from "#contract/languages";
import { addTexts, textIn } from "#locales/translate";

const files = import.meta.glob<Record<string, string>>("/locales/*/errors.json", { import: "default" });

/** Loads the messages for validation in the browser. Messages from the server are already translated. */
export async function loadMessages(language: Language): Promise<void> {
  const texts = await files[`/locales/${language}/errors.json`]?.();
  if (texts) addTexts(language, "errors", texts);
}

/** Returns the text of a message: translates a key of `errors.json` and returns other text unchanged. */
export const messageText = (language: Language, message: string): string =>
  textIn(language, "errors", message);
