/** What stands in a letter, from top to bottom. `html` of a block is trusted: it is made here, never by a client. */
export type Block =
  | { text: string }
  | { code: string }
  | { button: string; href: string; instead: string }
  | { link: string; href: string }
  | { html: string };

type Framed = {
  language: string;
  product: string;
  title: string;
  blocks: Block[];
  footer: string[];
  unsubscribe?: { text: string; href: string };
};

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for an HTML text or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const font = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const small = `class="quiet" style="margin:0 0 8px;${font};font-size:13px;line-height:20px;color:#5b6472;word-break:break-word"`;

const paragraphs = (text: string) =>
  text.split("\n\n").map((part) => escapeHtml(part).replaceAll("\n", "<br>"));

function block(part: Block): string {
  if ("html" in part) return part.html;
  if ("code" in part)
    return `<p class="code" style="margin:0 0 20px;padding:14px 20px;background:#f1f4f8;border-radius:8px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:30px;line-height:36px;letter-spacing:6px;text-align:center">${escapeHtml(part.code)}</p>`;
  if ("button" in part) {
    const href = escapeHtml(part.href);
    return (
      `<p style="margin:8px 0 24px"><a href="${href}" class="button" style="display:inline-block;padding:13px 24px;background:#1456c8;border-radius:8px;${font};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(part.button)}</a></p>` +
      `<p ${small}>${escapeHtml(part.instead)}<br><a href="${href}" class="link" style="color:#1456c8">${href}</a></p>`
    );
  }
  if ("link" in part)
    return `<p ${small}><a href="${escapeHtml(part.href)}" class="link" style="color:#1456c8">${escapeHtml(part.link)}</a></p>`;
  return paragraphs(part.text)
    .map(
      (html) =>
        `<p style="margin:0 0 16px;${font};font-size:16px;line-height:24px;word-break:break-word">${html}</p>`,
    )
    .join("\n");
}

/** The one HTML frame of all letters: readable with styles stripped, in a light and in a dark mail program. */
export function frameHtml({ language, product, title, blocks, footer, unsubscribe }: Framed): string {
  const stop =
    unsubscribe &&
    `<p ${small}><a href="${escapeHtml(unsubscribe.href)}" class="link" style="color:#1456c8">${escapeHtml(unsubscribe.text)}</a></p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #12161c !important; color: #e6eaf0 !important }
  .card { background: #1b212a !important; border-color: #313a47 !important; color: #e6eaf0 !important }
  .code { background: #262e3a !important }
  .quiet { color: #a3adbb !important }
  .link { color: #8ab4ff !important }
  .button { background: #3b7bf0 !important }
}
</style>
</head>
<body class="page" style="margin:0;background:#f1f4f8;color:#171b21">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f4f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 12px;${font};font-size:15px;font-weight:700">${escapeHtml(product)}</td></tr>
<tr><td class="card" style="padding:28px 24px 20px;background:#ffffff;border:1px solid #dbe1e9;border-radius:12px;color:#171b21">
<h1 style="margin:0 0 16px;${font};font-size:21px;line-height:28px">${escapeHtml(title)}</h1>
${blocks.map(block).join("\n")}
</td></tr>
<tr><td style="padding:16px 4px">
${footer.map((line) => `<p ${small}>${escapeHtml(line)}</p>`).join("\n")}
${stop ?? ""}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** The same letter as plain text. */
export function frameText({ product, blocks, footer, unsubscribe }: Framed): string {
  const parts = blocks.flatMap((part) => {
    if ("text" in part) return [part.text];
    if ("code" in part) return [`    ${part.code}`];
    if ("link" in part) return [`${part.link}:\n${part.href}`];
    return "button" in part ? [`${part.button}:\n${part.href}`] : [];
  });
  const foot = [product, ...footer, ...(unsubscribe ? [`${unsubscribe.text}: ${unsubscribe.href}`] : [])];
  return `${parts.join("\n\n")}\n\n-- \n${foot.join("\n")}\n`;
}
