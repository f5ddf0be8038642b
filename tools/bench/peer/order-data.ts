import type { LoaderFunctionArgs } from "react-router-dom";
import { redirect } from "react-router-dom";
import type * as vps from "#contract/vps/index";
import { get, post, rejectedForm } from "./api";

export async function loadOrder({ params, request }: LoaderFunctionArgs) {
  const order = await get<typeof vps.orderOptions>(`/vps/rates/${params.rateId}`);
  const chosen = new URL(request.url).searchParams.get("months");
  return {
    order,
    months: chosen ?? String(order.periods[0]?.months),
    idempotencyKey: crypto.randomUUID(),
  };
}

/** Pays for a server and returns to the list. */
export async function rent({ params, request }: LoaderFunctionArgs) {
  const form = await request.formData();
  const fieldOf = (name: string) => String(form.get(name) ?? "");
  const order = {
    rateId: params.rateId ?? "",
    months: Number(fieldOf("months")),
    operatingSystem: fieldOf("operatingSystem"),
    comment: fieldOf("comment"),
    promoCode: fieldOf("promoCode") || undefined,
    autoRenewal: form.has("autoRenewal"),
  };
  try {
    await post<typeof vps.rent>("/vps/servers", order, fieldOf("idempotencyKey"));
    return redirect("/vps");
  } catch (error) {
    return rejectedForm(error);
  }
}
