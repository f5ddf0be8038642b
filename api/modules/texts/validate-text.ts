import type { Answer } from "#api/lib/answer";
import { answer } from "#api/lib/answer";
import type { TextName } from "#contract/texts/index";
import { defaultTextSettings } from "#contract/texts/index";

const placeholders = ["product", "provider", "supportEmail", ...Object.keys(defaultTextSettings)];

/** Returns what prevents a text from being shown, one sentence per fault; empty for a valid text. */
export function validateText(name: TextName, markdown: string): Answer[] {
  const unknown = [...markdown.matchAll(/\{\{(.*?)\}\}/g)]
    .map(([, key = ""]) => key)
    .filter((key) => !placeholders.includes(key));
  return [
    ...unknown.map((key) =>
      answer("textNoPlaceholder", {
        word: key,
        placeholders: placeholders.map((one) => `{{${one}}}`).join(", "),
      }),
    ),
    ...(name === "faq" ? faqFaults(markdown) : documentFaults(markdown)),
  ];
}

function documentFaults(markdown: string): Answer[] {
  if (/^# .+\n+\*.+\*\n+\S/.test(markdown)) return [];
  return [answer("textNeedsTitle")];
}

function faqFaults(markdown: string): Answer[] {
  if (!markdown.startsWith("# ")) return [answer("textNeedsSection")];
  const questions = markdown.split(/^## /m).slice(1);
  const ids = questions.map((question) => /^.+ \{#([\w-]+)\}\n/.exec(question)?.[1]);
  const nameless = questions.filter((_, index) => ids[index] === undefined);
  const twice = ids.filter((id, index) => id !== undefined && ids.indexOf(id) !== index);
  return [
    ...(questions.length === 0 ? [answer("textNeedsQuestion")] : []),
    ...nameless.map((question) => answer("textNeedsAddress", { question: question.split("\n")[0] ?? "" })),
    ...twice.map((id) => answer("textTwoAddresses", { address: id ?? "" })),
  ];
}
