import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";

/** What pages are made of. */
const parts = /^(assets|build)\/|\.(js|mjs|css|map|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|txt|xml)$/;

/** An unknown path leads home (specification, section 2); a part of a page does not, or a stale page would load documents as scripts. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const isOpened = request.headers.get("accept")?.includes("text/html");
  if (!isOpened && parts.test(params["*"] ?? "")) throw new Response(null, { status: 404 });
  throw redirect(paths.home);
}

export const action = loader;
