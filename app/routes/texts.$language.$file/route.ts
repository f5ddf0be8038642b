import type { LoaderFunctionArgs } from "@remix-run/node";
import { textFile } from "#app/services/translation-files.server";

/** Returns a page's translations together with Remix's manifest, which its script imports first. */
export function loader({ params }: LoaderFunctionArgs): Response {
  const content = textFile(params.language ?? "", params.file ?? "");
  if (content === undefined) throw new Response(null, { status: 404 });
  return new Response(content, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}
