import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { optionalClient } from "#app/services/session.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const { token } = await optionalClient(request);
  throw redirect(token ? paths.vps : paths.login());
}

/**
 * Renders nothing, but makes the route a page: without a component, a failing service would be shown as bare JSON.
 */
export default function Home() {
  return null;
}
