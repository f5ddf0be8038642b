import type { Brand } from "#contract/branding/brand";
import { productMark } from "#contract/branding/mark";
import { escapeHtml } from "./escape";

const table = 'role="presentation" cellpadding="0" cellspacing="0"';

/**
 * Returns the logo of an email's header as a table cell: email clients show no SVG and ask before they load a
 * picture. The company's logo is drawn with cells, two drawers and the line between them; another brand shows its
 * letters, or the first one of its name.
 */
export function brandCell({ name, mark, band }: Pick<Brand, "name" | "mark" | "band">): string {
  if (mark === productMark) {
    const drawer = `<tr><td width="20" height="6" style="border:2px solid ${band["band-accent"]};font-size:0;line-height:6px">&nbsp;</td></tr>`;
    const line = `<tr><td height="3" style="background:${band.brass};font-size:0;line-height:3px">&nbsp;</td></tr>`;
    return `<td width="38"><table ${table}>${drawer}${line}${drawer}</table></td>`;
  }
  const letters = "letters" in mark ? mark.letters : ([...name][0] ?? "").toUpperCase();
  return `<td width="42"><table ${table}><tr><td align="center" width="26" height="26" style="border:2px solid ${band["band-accent"]};border-radius:6px;color:${band["on-band"]};font-family:Arial,sans-serif;font-size:13px;line-height:26px;font-weight:700">${escapeHtml(letters)}</td></tr></table></td>`;
}
