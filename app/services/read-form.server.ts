import { data } from "@remix-run/node";
import { BodyTooSlow } from "./embedded-api.server";

/** A form's body; a post without one is an empty form, a cut or foreign body is answered with 400, one that came too slowly with 408. */
export async function readForm(request: Request): Promise<FormData> {
  if (!request.headers.has("content-type")) return new FormData();
  try {
    return await request.formData();
  } catch (error) {
    if (isTooSlow(error)) throw data({ message: "bodyTooSlow" }, { status: 408 });
    throw data({ message: "bodyUnreadable" }, { status: 400 });
  }
}

function isTooSlow(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof BodyTooSlow) return true;
  return false;
}
