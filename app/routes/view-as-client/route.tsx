import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { readByLink } from "#app/services/email-link.server";
import { isPrefetch } from "#app/services/request-context.server";
import { anyVisitor } from "#app/services/session.server";
import { viewCookie } from "#app/services/view.server";
import * as contract from "#contract/admin/index";

/** Opens a client's pages for a staff member by the link of `clients view`, which works once. */
export async function loader({ request }: LoaderFunctionArgs) {
  // the link works once: for the press itself
  if (isPrefetch()) return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const view = await readByLink(
    request,
    await anyVisitor(request),
    contract.openView,
    { code },
    { isView: true },
  );
  return redirect(paths.vps, { headers: { "set-cookie": await viewCookie(view) } });
}
