import { formatValues } from "#api/lib/format";
import { hasText, textNamed } from "#api/lib/translations";
import type { Brand } from "#contract/branding/brand";
import { supportHoursText } from "#contract/branding/support-hours";
import type { Language } from "#contract/languages";
import type { Values } from "#locales/translate";
import type { Block, Row } from "./frame";
import { frameHtml, frameText } from "./frame";

import type { Template } from "./template";
import type { EmailValues, TemplateName } from "./templates";
import { templates } from "./templates";

/** Mailboxes show about this many characters beside a subject. */
const most = 140;

/** Returns the preview text of an email: whole sentences, or whole words of a longer one. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const sentences = /^.*[.!?](?=\s)/.exec(line.slice(0, most + 1))?.[0];
  return sentences ?? `${line.slice(0, most).replace(/\s+\S*$/, "")}…`;
}

/** Common to all emails: the cabinet's origin without a trailing slash, and the brand. */
export type MailFrame = { origin: string; brand: Brand };

export type Email = { subject: string; text: string; html: string; link?: string; code?: string };

/** Returns a translation for emails with blocks of their own, such as reports. */
export const mailText = (language: Language, key: string, values: Record<string, string | number> = {}) =>
  textNamed("mail", language, key, values);

/** Returns the absolute URL of a link: a browser without a chosen language opens it in the email's. */
function inLanguage(path: string, origin: string, language: Language): string {
  const url = new URL(path, origin);
  if (url.origin === new URL(origin).origin) url.searchParams.set("language", language);
  return url.href;
}

/**
 * Renders an email: the template's texts in the language, with formatted values, in the common frame.
 *
 * @param more.unsubscribe the address that stops such emails, for those a client may switch off
 * @param more.blocks are placed between the text and the button
 * @param more.zone IANA time zone of the times in it; UTC by default
 */
export function renderEmail<T extends TemplateName>(
  name: T,
  language: Language,
  values: EmailValues<T>,
  { origin, brand }: MailFrame,
  more: { unsubscribe?: string; blocks?: Block[]; zone?: string } = {},
): Email {
  const { layout, values: schema } = templates[name] as Template;
  const parsedValues = schema.parse(values);
  const displayValues = {
    ...formatValues(parsedValues, language, more.zone),
    ...layout.constants,
    // a server's comment is preferred to its id
    server: String(parsedValues.comment || parsedValues.serverId || ""),
    product: brand.name,
    supportEmail: brand.supportEmail,
  };
  const variant = layout.variant?.(parsedValues) ?? (brand.supportEmail ? "ByEmail" : "");
  const has = (key: string) => hasText("mail", key);
  const t = (key: string, extra = {}) => mailText(language, key, { ...displayValues, ...extra });
  const choose = (key: string) => t(has(`${key}${variant}`) ? `${key}${variant}` : key);

  const subject = choose(`${name}Subject`);
  const code = layout.code?.(parsedValues);
  const path = layout.path?.(parsedValues);
  const link = path === undefined ? undefined : inLanguage(path, origin, language);
  const blocks: Block[] = [
    { text: t(parsedValues.addedBy || layout.isForStaff ? "greetingNobody" : "greeting") },
    { text: choose(`${name}Text`) },
    ...(more.blocks ?? []),
  ];
  const rows = rowsOf(name, layout, parsedValues, displayValues, choose);
  if (rows) blocks.push(rows);
  if (layout.isReceipt && brand.legal.length > 0)
    blocks.push({ rows: [[t("provider"), brand.legal.join(", ")]] });
  if (code !== undefined) blocks.push({ code }, { text: t(`${name}After`) });
  if (link !== undefined)
    blocks.push({ button: choose(`${name}Button`), href: link, instead: t("linkInstead") });

  // somebody else may have done what the email reports
  if (parsedValues.notMePath)
    blocks.push(
      { text: t("notMeText") },
      { link: t("notMeLink"), href: inLanguage(String(parsedValues.notMePath), origin, language) },
    );

  /** Returns why the reader gets the email, and where to ask questions. */
  const reasonsFor = () => {
    if (layout.isForStaff) return [t("footerStaff")];
    if (parsedValues.addedBy) return [t("footerAddedBy")];
    const why = t(has(`footerWhy_${name}`) ? `footerWhy_${name}` : "footerWhy");
    const { supportEmail: email } = brand;
    if (layout.isWithoutLogin) return email ? [why, t("footerNoReplyEmail", { email })] : [why];
    const hours = brand.supportHours && supportHoursText(brand.supportHours, language);
    return [
      why,
      t("footerNoReply", { support: `${origin}/support` }),
      ...(email ? [t("footerEmail", { email })] : []),
      ...(hours ? [t("footerHours", { hours })] : []),
    ];
  };
  const framed = {
    language,
    brand,
    title: subject,
    section: t(`section_${layout.path ? sectionOf(layout.path(parsedValues)) : "account"}`),
    preview: previewOf(choose(`${name}Text`)),
    blocks,
    footer: [...reasonsFor(), [t("copyright"), ...brand.legal].join(" · ")],
    links: (["public-offer", "privacy-policy"] as const).map((page) => ({
      text: t(page === "public-offer" ? "footerOffer" : "footerPolicy"),
      href: inLanguage(`/${page}`, origin, language),
    })),
    unsubscribe: more.unsubscribe ? { text: t("footerUnsubscribe"), href: more.unsubscribe } : undefined,
  };
  return { subject, text: frameText(framed), html: frameHtml(framed), link, code };
}

const sections = {
  "/vps": "vps",
  "/online-monitoring": "monitoring",
  "/partner-program": "partner",
  "/balance-operations": "balance",
  "/support": "support",
};

/** Returns the section of the cabinet that an email's button leads to. */
const sectionOf = (path: string | undefined): string =>
  Object.entries(sections).find(([start]) => path?.startsWith(start))?.[1] ?? "account";

/** Returns the details of an email as rows, with the sum below them. */
function rowsOf(
  name: string,
  layout: Template["layout"],
  values: Record<string, unknown>,
  displayValues: Values,
  t: (key: string) => string,
): Block | undefined {
  const label = (key: string) =>
    t(hasText("mail", `row_${key}_${name}`) ? `row_${key}_${name}` : `row_${key}`);
  const rows = (layout.rows?.(values) ?? []).map((key): Row => [label(key), String(displayValues[key])]);
  const sum = layout.total?.(values);
  if (rows.length === 0) return undefined;
  return sum === undefined ? { rows } : { rows, total: [t(`total_${name}`), String(displayValues[sum])] };
}
