import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { translationsFor } from "#app/services/locale.server";
import { section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/index";
import { clockForm, commonForm } from "./forms";

export const changeSettings = formAction(section("monitoring"), {
  saveCommon: form(commonForm, async ({ name, currencyDisplay }, { request, params, caller }) => {
    const id = params.monitoringId ?? "";
    await callApi(caller, contract.editAccount, { monitoringId: id, name });
    await callApi(caller, contract.setCurrencyDisplay, { monitoringId: id, currencyDisplay });
    const t = await translationsFor(request, "sharing");
    return redirectWithToast(paths.monitoringSettings(id, "common"), t("saved"));
  }),
  saveSharing: form(contract.sharingInput, async (value, { request, params, caller }) => {
    const id = params.monitoringId ?? "";
    await callApi(caller, contract.setSharing, { monitoringId: id, ...value });
    const t = await translationsFor(request, "sharing");
    return redirectWithToast(paths.monitoringSettings(id, "common"), t("saved"));
  }),
  saveClock: form(clockForm, async ({ zone }, { request, params, caller }) => {
    const id = params.monitoringId ?? "";
    await callApi(caller, contract.setBrokerZone, { monitoringId: id, zone });
    const t = await translationsFor(request, "sharing");
    return redirectWithToast(paths.monitoringSettings(id, "common"), t("saved"));
  }),
  replaceAddress: form(noFields, async (_, { request, params, caller }) => {
    const { monitoringId } = await callApi(caller, contract.replaceAddress, {
      monitoringId: params.monitoringId ?? "",
    });
    const t = await translationsFor(request, "sharing");
    return redirectWithToast(paths.monitoringSettings(monitoringId, "common"), t("addressReplaced"));
  }),
});
