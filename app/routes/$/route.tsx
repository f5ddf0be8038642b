import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";

/** An unknown path leads home; an unknown file does not, or a stale page would load documents as scripts. */
export function loader({ params }: LoaderFunctionArgs) {
  if (/^(assets|build)\//.test(params["*"] ?? "") || /\.\w{2,5}$/.test(params["*"] ?? ""))
    throw new Response(null, { status: 404 });
  throw redirect(paths.home);
}

export const action = loader;
