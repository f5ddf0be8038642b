import type { BandColors } from "#contract/branding/brand";
import { hasOwnBand } from "#contract/branding/brand";
import type { Mark } from "#contract/branding/mark";
import { productMark } from "#contract/branding/mark";
import { supportHoursText } from "#contract/branding/support-hours";
import type { Language } from "#contract/languages";
import { environment } from "./env.server";

/**
 * Returns the brand data for pages. `mark` and `band` are null for the product's defaults, so they add nothing to the
 * page; else `band` overrides the style sheet's tokens.
 */
export function brandOf(language: Language) {
  const { brand } = environment();
  return {
    productName: brand.name,
    mark: brand.mark === productMark ? null : brand.mark,
    band: hasOwnBand(brand) ? customProperties(brand.band) : null,
    legal: brand.legal,
    supportEmail: brand.supportEmail,
    supportHours: brand.supportHours ? supportHoursText(brand.supportHours, language) : "",
  };
}

const customProperties = (band: BandColors): Record<string, string> =>
  Object.fromEntries(Object.entries(band).map(([name, color]) => [`--${name}`, color]));

const grid = 28;

/** Returns the favicon: the mark on the band colour. Letters are drawn in the viewer's default font. */
function iconSvg(): string {
  const { mark, band, name } = environment().brand;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${grid + 4} ${grid + 4}"><title>${escaped(name)}</title><rect x="-2" y="-2" width="${grid + 4}" height="${grid + 4}" rx="6" fill="${band.band}"/>${markSvg(mark, band)}</svg>`;
}

/** Returns the icon response; browsers cache it for an hour. */
export const iconAnswer = (): Response =>
  new Response(iconSvg(), {
    headers: { "content-type": "image/svg+xml; charset=utf-8", "cache-control": "public, max-age=3600" },
  });

function markSvg(mark: Mark, band: BandColors): string {
  if ("strokes" in mark)
    return mark.strokes
      .map(
        ({ d, color, width }) =>
          `<path d="${d}" fill="none" stroke="${band[color]}" stroke-width="${width}"/>`,
      )
      .join("");
  return `<text x="14" y="21" fill="${band["on-band"]}" font-family="system-ui,sans-serif" font-size="${mark.letters.length > 1 ? 17 : 21}" font-weight="700" text-anchor="middle">${escaped(mark.letters)}</text>`;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
