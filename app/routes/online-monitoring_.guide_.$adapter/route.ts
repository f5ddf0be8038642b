import type { LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import * as z from "zod/mini";
import { adapterFile } from "#app/services/adapter.server";
import { form, formAction } from "#app/services/form-action.server";
import { requireSection, section } from "#app/services/sections.server";

/** Returns an adapter's source with the cabinet's URL filled in. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireSection(request, "monitoring");
  return (await adapterFile(params.adapter)) ?? missing();
}

/** Like the loader, with an activation key as well. It is a POST because URLs are logged and the key is a secret. */
export const action = formAction(
  section("monitoring"),
  form(z.object({ activationKey: z.optional(z.string()) }), async ({ activationKey }, { params }) => {
    return (await adapterFile(params.adapter, activationKey)) ?? missing();
  }),
  { hasPage: false },
);

function missing(): never {
  throw data(null, { status: 404 });
}
