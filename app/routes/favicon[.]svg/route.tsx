import { iconSvg } from "#app/services/brand.server";

/** The icon in the colours of the brand; browsers keep it for an hour. */
export const loader = () =>
  new Response(iconSvg(), {
    headers: { "content-type": "image/svg+xml; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
