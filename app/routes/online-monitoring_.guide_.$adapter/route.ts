import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { adapterFile } from "#app/services/adapter.server";
import { readForm } from "#app/services/form.server";
import { requireSection } from "#app/services/sections.server";

/** An adapter's source with the cabinet's address in it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireSection(request, "monitoring");
  return (await adapterFile(params.adapter)) ?? missing();
}

/** The same with an activation key too: posted, because addresses are written to logs and a key is a secret. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireSection(request, "monitoring");
  const key = String((await readForm(request)).get("activationKey") ?? "");
  return (await adapterFile(params.adapter, key)) ?? missing();
}

function missing(): never {
  throw data(null, { status: 404 });
}
