import type { TextName } from "#contract/texts/index";
import { defaultTextSettings } from "#contract/texts/index";

const placeholders = ["product", "provider", "supportEmail", ...Object.keys(defaultTextSettings)];

/** Returns what prevents a text from being shown, one sentence per fault; empty for a valid text. */
export function validateText(name: TextName, markdown: string): string[] {
  const unknown = [...markdown.matchAll(/\{\{(.*?)\}\}/g)]
    .map(([, key = ""]) => key)
    .filter((key) => !placeholders.includes(key));
  return [
    ...unknown.map(
      (key) => `{{${key}}} is not known: write ${placeholders.map((one) => `{{${one}}}`).join(", ")}.`,
    ),
    ...(name === "faq" ? faqFaults(markdown) : documentFaults(markdown)),
  ];
}

function documentFaults(markdown: string): string[] {
  if (/^# .+\n+\*.+\*\n+\S/.test(markdown)) return [];
  return ["It begins with a title (# …) and a line that dates it (*Effective from …*)."];
}

function faqFaults(markdown: string): string[] {
  if (!markdown.startsWith("# ")) return ["It begins with the title of a section (# …)."];
  const questions = markdown.split(/^## /m).slice(1);
  const ids = questions.map((question) => /^.+ \{#([\w-]+)\}\n/.exec(question)?.[1]);
  const nameless = questions.filter((_, index) => ids[index] === undefined);
  const twice = ids.filter((id, index) => id !== undefined && ids.indexOf(id) !== index);
  return [
    ...(questions.length === 0 ? ["It has no question (## …)."] : []),
    ...nameless.map((question) => `“${question.split("\n")[0]}” has no address: end it with {#address}.`),
    ...twice.map((id) => `Two questions have the address ${id}.`),
  ];
}
