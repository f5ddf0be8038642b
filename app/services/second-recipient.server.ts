import { paths } from "#app/paths";
import type { RecipientKind } from "#contract/monitoring/notice-kinds";
import * as contract from "#contract/monitoring/recipients";
import { callApi } from "./api.server";
import type { FormContext } from "./form-action.server";
import { form, noFields } from "./form-action.server";
import { translationsFor } from "./locale.server";
import type { ClientCaller } from "./session.server";
import { redirectWithToast } from "./toast.server";

type Context = FormContext<ClientCaller>;

/**
 * Returns the forms of a settings page that set the second recipient of its emails (who is asked by email to confirm)
 * and remove it.
 */
export function recipientForms(kind: RecipientKind) {
  const page = (id: string) => paths.monitoringSettings(id, kind === "reports" ? "reports" : "notifications");
  return {
    setRecipient: form(contract.recipientForm, async ({ email }, { request, params, caller }: Context) => {
      const id = params.monitoringId ?? "";
      await callApi(caller, contract.setRecipient, { monitoringId: id, letters: kind, email });
      const t = await translationsFor(request, "notices");
      return redirectWithToast(page(id), t("recipientAsked", { email }));
    }),
    removeRecipient: form(noFields, async (_, { request, params, caller }: Context) => {
      const id = params.monitoringId ?? "";
      await callApi(caller, contract.removeRecipient, { monitoringId: id, letters: kind });
      const t = await translationsFor(request, "notices");
      return redirectWithToast(page(id), t("recipientRemoved"));
    }),
  };
}
