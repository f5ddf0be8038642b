import { data } from "@remix-run/node";

/** A form's body; a post without one is an empty form, a cut or foreign body is answered with 400. */
export async function readForm(request: Request): Promise<FormData> {
  if (!request.headers.has("content-type")) return new FormData();
  try {
    return await request.formData();
  } catch {
    throw data({ message: "bodyUnreadable" }, { status: 400 });
  }
}
