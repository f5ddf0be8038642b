import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerAtApi } from "#app/services/embedded-api.server";
import { environment } from "#app/services/env.server";
import { requestContext } from "#app/services/request-context.server";

/** `/api` itself, for terminals, payment systems and programs, where the API lives in this process. */
async function serve({ request }: LoaderFunctionArgs): Promise<Response> {
  if (environment().apiUrl) throw new Response(null, { status: 404 });
  const headers = new Headers(request.headers);
  headers.set("x-client-address", requestContext().address);
  return answerAtApi(new Request(request, { headers }));
}

export const loader = serve;
export const action = serve;
