import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import { network as networkCall, networkInput } from "#contract/partners/index";

/** Returns the query in the page's URL; invalid values are ignored, not rejected. */
function queryOf(request: Request) {
  const query = new URL(request.url).searchParams;
  const page = networkInput.shape.page.safeParse(query.get("page") ?? undefined);
  const client = networkInput.shape.client.safeParse(query.get("client") || undefined);
  return { page: page.data ?? 1, client: client.data };
}

export async function loadNetwork({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const [network, texts] = await Promise.all([
    callApi(caller, networkCall, queryOf(request)),
    loadTranslations(request, "partnerFigures"),
  ]);
  return { network, texts };
}

export type PageData = Awaited<ReturnType<typeof loadNetwork>>;
