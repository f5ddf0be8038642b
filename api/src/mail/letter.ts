import { formatValues } from "#api/values/format";
import type { Language } from "#contract/rules";
import en from "#locales/en/mail.json" with { type: "json" };
import ru from "#locales/ru/mail.json" with { type: "json" };
import { translate } from "#locales/translate";
import type { Block } from "./frame";
import { frameHtml, frameText } from "./frame";
import type { LetterValues, Template, TemplateName } from "./templates";
import { templates } from "./templates";

const texts: Record<Language, Record<string, string>> = { en, ru };

/** What all letters share: the cabinet's address without a slash at the end, and the product's name. */
export type MailFrame = { origin: string; product: string };

export type Letter = { subject: string; text: string; html: string; link?: string; code?: string };

/** Words for letters with blocks of their own, such as reports. */
export const mailText = (language: Language, key: string, values: Record<string, string | number> = {}) =>
  translate(texts[language], language, key, values);

/**
 * Writes a letter: the template's texts in the language, its values put into words, in the one frame.
 *
 * @param more.unsubscribe the address that stops such letters, for those a client may switch off
 * @param more.blocks stand between the text and the button
 */
export function letter<T extends TemplateName>(
  name: T,
  language: Language,
  values: LetterValues<T>,
  { origin, product }: MailFrame,
  more: { unsubscribe?: string; blocks?: Block[] } = {},
): Letter {
  const { look, values: schema } = templates[name] as Template;
  const given = schema.parse(values);
  const shown = { ...formatValues(given, language), ...look.constants, product };
  const variant = look.variant?.(given) ?? "";
  const has = (key: string) => key in texts[language];
  const say = (key: string, extra = {}) => mailText(language, key, { ...shown, ...extra });
  const choose = (key: string) => say(has(`${key}${variant}`) ? `${key}${variant}` : key);

  const subject = choose(`${name}Subject`);
  const code = look.code?.(given);
  const path = look.path?.(given);
  const link = path === undefined ? undefined : new URL(path, origin).href;
  const blocks: Block[] = [
    { text: say("greeting") },
    { text: choose(`${name}Text`) },
    ...(more.blocks ?? []),
  ];
  if (code !== undefined) blocks.push({ code }, { text: say(`${name}After`) });
  if (link !== undefined)
    blocks.push({ button: choose(`${name}Button`), href: link, instead: say("linkInstead") });

  const framed = {
    language,
    product,
    title: subject,
    blocks,
    footer: [say("footerWhy"), say("footerNoReply", { support: `${origin}/support` })],
    unsubscribe: more.unsubscribe ? { text: say("footerUnsubscribe"), href: more.unsubscribe } : undefined,
  };
  return { subject, text: frameText(framed), html: frameHtml(framed), link, code };
}
