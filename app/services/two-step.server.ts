import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadTexts } from "./locale.server";
import { requireClient } from "./session.server";

/** What a dialog that changes two-step login begins with: its words, for who is signed in. */
export async function loadTwoStepDialog({ request }: LoaderFunctionArgs) {
  await requireClient(request);
  return { texts: await loadTexts(request, "twoStep") };
}
