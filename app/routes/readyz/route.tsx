import { apiAnswers } from "#app/services/api.server";
import { requestContext } from "#app/services/request-context.server";

/** Readiness: the process is not stopping, and the API and its database respond. */
export async function loader() {
  const { willStop } = requestContext();
  const isReady = !willStop && (await apiAnswers());
  return new Response(isReady ? "ready" : willStop ? "stopping" : "the API does not answer", {
    status: isReady ? 200 : 503,
    headers: { "content-type": "text/plain", "cache-control": "no-store" },
  });
}
