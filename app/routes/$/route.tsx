import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";

/** Paths of static files. */
const staticPath =
  /^(assets|build)\/|\.(js|mjs|css|map|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|txt|xml)$/;

/**
 * Redirects an unknown path to the home page (specification, section 2). Paths of static files are not redirected, or
 * a stale page would load HTML as scripts.
 */
export function loader({ request, params }: LoaderFunctionArgs) {
  const isOpened = request.headers.get("accept")?.includes("text/html");
  if (!isOpened && staticPath.test(params["*"] ?? "")) throw new Response(null, { status: 404 });
  throw redirect(paths.home);
}

export const action = loader;
