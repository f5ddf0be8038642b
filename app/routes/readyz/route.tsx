import { apiAnswers } from "#app/services/api.server";
import { requestContext } from "#app/services/request-context.server";

/** Whether a reader sent here now would get their page: the API and its database answer. */
export async function loader() {
  const { willStop } = requestContext();
  const isReady = !willStop && (await apiAnswers());
  return new Response(isReady ? "ready" : willStop ? "stopping" : "the API does not answer", {
    status: isReady ? 200 : 503,
    headers: { "content-type": "text/plain", "cache-control": "no-store" },
  });
}
