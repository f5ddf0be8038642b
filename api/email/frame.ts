import type { Brand } from "#contract/branding/brand";
import { productMark } from "#contract/branding/mark";
import type { TokenName } from "#contract/branding/tokens";
import { tokens } from "#contract/branding/tokens";
import { escapeHtml } from "./escape";

/** A label and its value. */
export type Row = [label: string, value: string];

/** Content blocks of an email, from top to bottom. */
export type Block =
  | { text: string }
  | { code: string }
  | { rows: Row[]; total?: Row }
  | { image: string; alt: string }
  | { button: string; href: string; instead: string }
  | { link: string; href: string };

type Framed = {
  language: string;
  brand: Brand;
  title: string;
  /** The section of the cabinet that it comes from. */
  section: string;
  /** The preview that a mailbox shows beside the subject. */
  preview: string;
  blocks: Block[];
  footer: string[];
  /** Footer links; the text part has none. */
  links: { text: string; href: string }[];
  unsubscribe?: { text: string; href: string };
};

const day = (name: TokenName) => tokens[name].light;
const night = (name: TokenName) => tokens[name].dark;

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0"';
const body = `${font};font-size:16px;line-height:24px;color:${day("text")};word-break:break-word`;
const small = `${font};font-size:13px;line-height:20px;color:${day("muted")};word-break:break-word`;
const anchor = (href: string, text: string) =>
  `<a href="${escapeHtml(href)}" class="ln" style="color:${day("accent")}">${escapeHtml(text)}</a>`;

const paragraphs = (text: string) =>
  text.split("\n\n").map((part) => escapeHtml(part).replaceAll("\n", "<br>"));

function row([label, value]: Row, index: number): string {
  const cell = `padding:9px 0;${font};font-size:15px;line-height:22px${index ? `;border-top:1px solid ${day("line")}` : ""}`;
  return (
    `<tr><td valign="top" class="m" style="${cell};white-space:nowrap;color:${day("muted")}">${escapeHtml(label)}</td>` +
    `<td align="right" class="k r" style="${cell};padding-left:16px;font-weight:600;color:${day("text")};word-break:break-word">${escapeHtml(value)}</td></tr>`
  );
}

/** A sum has a double line above it, as in a ledger. */
function sum([label, value]: Row): string {
  const cell = `class="k sum" style="padding:10px 0 9px;border-top:4px double ${day("text")};color:${day("text")};${font};font-weight:600`;
  return (
    `<tr><td ${cell};font-size:15px;line-height:24px">${escapeHtml(label)}</td>` +
    `<td align="right" ${cell};font-size:18px;line-height:24px;white-space:nowrap">${escapeHtml(value)}</td></tr>`
  );
}

function block(part: Block): string {
  if ("code" in part)
    return `<p class="cd k" style="margin:0 0 20px;padding:14px 20px;background:${day("sunken")};border-radius:8px;font-family:ui-monospace,'Cascadia Mono',Menlo,Consolas,monospace;font-size:30px;line-height:36px;letter-spacing:6px;text-align:center;color:${day("text")}">${escapeHtml(part.code)}</p>`;
  if ("rows" in part)
    return `<table ${table} width="100%" style="margin:4px 0 20px">${part.rows.map(row).join("")}${part.total ? sum(part.total) : ""}</table>`;
  if ("image" in part)
    return `<img src="${escapeHtml(part.image)}" alt="${escapeHtml(part.alt)}" width="534" style="display:block;width:100%;max-width:534px;height:auto;margin:0 0 20px;border-radius:8px">`;
  if ("button" in part)
    return (
      `<table ${table} width="100%" style="margin:4px 0 12px"><tr><td><a href="${escapeHtml(part.href)}" class="bt" style="display:inline-block;padding:13px 24px;background:${day("accent")};border-radius:8px;${font};font-size:16px;line-height:20px;font-weight:600;color:${day("on-accent")};text-decoration:none;text-align:center">${escapeHtml(part.button)}</a></td></tr></table>` +
      `<p class="m" style="margin:0 0 8px;${small}">${escapeHtml(part.instead)}<br>${anchor(part.href, part.href)}</p>`
    );
  if ("link" in part) return `<p style="margin:0 0 16px;${small}">${anchor(part.href, part.link)}</p>`;
  return paragraphs(part.text)
    .map((html) => `<p class="k" style="margin:0 0 16px;${body}">${html}</p>`)
    .join("\n");
}

/** Styles that an email client may drop without harm: dark mode, and narrower paddings on a phone. */
const sheet = `:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .pg { background: ${night("page")} !important }
  .sf { background: ${night("surface")} !important; border-color: ${night("line")} !important }
  .k { color: ${night("text")} !important } .m { color: ${night("muted")} !important }
  .m, .r { border-color: ${night("line")} !important } .sum { border-color: ${night("text")} !important }
  .cd { background: ${night("sunken")} !important }
  .bt { background: ${night("accent")} !important; color: ${night("on-accent")} !important }
  .ln { color: ${night("accent")} !important }
}
@media (max-width: 480px) { .px { padding-left: 16px !important; padding-right: 16px !important } .bt { display: block !important } .h { font-size: 24px !important } }`;

/**
 * Returns the HTML of an email: header band, content, footer; readable without styles, in light and dark email
 * clients.
 */
export function frameHtml(framed: Framed): string {
  const { language, brand, title, section, preview, blocks, footer, links, unsubscribe } = framed;
  const { band } = brand;
  const foot = [
    ...footer.map(escapeHtml),
    ...(unsubscribe ? [anchor(unsubscribe.href, unsubscribe.text)] : []),
    links.map(({ text, href }) => anchor(href, text)).join(" · "),
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${sheet}
</style>
</head>
<body class="pg" style="margin:0;padding:0;background:${day("page")}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table ${table} class="pg" width="100%" style="background:${day("page")}"><tr><td align="center">
<!--[if mso]><table ${table} width="600"><tr><td><![endif]-->
<table ${table} width="100%" style="max-width:600px;text-align:left">
<tr><td class="px" style="background:${band.band};padding:14px 32px 0"><table ${table} width="100%"><tr>${brandCell(brand)}<td style="color:${band["on-band"]};${font};font-weight:700;font-size:16px">${escapeHtml(brand.name)}</td><td align="right" style="color:${band["band-muted"]};${font};font-size:13px">${escapeHtml(section)}</td></tr></table></td></tr>
<tr><td class="px" style="background:${band.band};padding:24px 32px 28px;border-bottom:5px double ${band["band-line"]}"><h1 class="h" style="margin:0;color:${band["on-band"]};${font};font-size:28px;line-height:1.2;letter-spacing:-.5px;font-weight:700;word-break:break-word">${escapeHtml(title)}</h1></td></tr>
<tr><td class="sf px" style="background:${day("surface")};padding:28px 32px 20px;border:1px solid ${day("line")};border-top:0">
${blocks.map(block).join("\n")}
</td></tr>
<tr><td class="px" style="padding:20px 32px 32px">
${foot.map((html) => `<p class="m" style="margin:0 0 8px;${small}">${html}</p>`).join("\n")}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

const rowText = ([label, value]: Row) => `${label}: ${value}`;

/** Returns the same email as plain text. */
export function frameText({ blocks, footer, unsubscribe }: Framed): string {
  const textBlocks = blocks.flatMap((part) => {
    if ("text" in part) return [part.text];
    if ("code" in part) return [`    ${part.code}`];
    if ("rows" in part) {
      const lines = part.rows.map(rowText).join("\n");
      return [part.total ? `${lines}\n${"=".repeat(24)}\n${rowText(part.total)}`.trimStart() : lines];
    }
    if ("link" in part) return [`${part.link}:\n${part.href}`];
    return "button" in part ? [`${part.button}:\n${part.href}`] : [];
  });
  const foot = [...footer, ...(unsubscribe ? [`${unsubscribe.text}: ${unsubscribe.href}`] : [])];
  return `${textBlocks.join("\n\n")}\n\n-- \n${foot.join("\n")}\n`;
}

/**
 * Returns the logo of an email's header as a table cell: email clients show no SVG and ask before they load a
 * picture. The company's logo is drawn with cells, two drawers and the line between them; another brand shows its
 * letters, or the first one of its name.
 */
function brandCell({ name, mark, band }: Pick<Brand, "name" | "mark" | "band">): string {
  if (mark === productMark) {
    const drawer = `<tr><td width="20" height="6" style="border:2px solid ${band["band-accent"]};font-size:0;line-height:6px">&nbsp;</td></tr>`;
    const line = `<tr><td height="3" style="background:${band.brass};font-size:0;line-height:3px">&nbsp;</td></tr>`;
    return `<td width="38"><table ${table}>${drawer}${line}${drawer}</table></td>`;
  }
  const letters = "letters" in mark ? mark.letters : ([...name][0] ?? "").toUpperCase();
  return `<td width="42"><table ${table}><tr><td align="center" width="26" height="26" style="border:2px solid ${band["band-accent"]};border-radius:6px;color:${band["on-band"]};font-family:Arial,sans-serif;font-size:13px;line-height:26px;font-weight:700">${escapeHtml(letters)}</td></tr></table></td>`;
}
