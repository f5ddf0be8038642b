import { data } from "@remix-run/node";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, refusedForm } from "#app/services/form.server";
import type { ClientCaller } from "#app/services/session.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/index";
import { commonForm } from "./forms";

type Context = { request: Request; caller: ClientCaller; body: FormData; id: string };

/** Says which of the page's forms an answer is about. */
const about = (form: string, { data: answer, init }: ReturnType<typeof invalidForm>) =>
  data({ form, lastResult: answer.lastResult }, init ?? undefined);

async function saveCommon({ request, caller, body, id }: Context) {
  const submission = parseForm(body, commonForm);
  if (submission.status !== "success") return about("common", invalidForm(submission));
  const { name, currencyDisplay } = submission.value;
  try {
    await callApi(caller, contract.editAccount, { id, name });
    await callApi(caller, contract.setCurrencyDisplay, { id, currencyDisplay });
  } catch (error) {
    return about("common", refusedForm(submission, error));
  }
  const t = await textFor(request, "sharing");
  return redirectWithToast(paths.monitoringSettings(id, "common"), t("saved"));
}

async function saveSharing({ request, caller, body, id }: Context) {
  const submission = parseForm(body, contract.sharingInput);
  if (submission.status !== "success") return about("sharing", invalidForm(submission));
  await callApi(caller, contract.setSharing, { id, ...submission.value });
  const t = await textFor(request, "sharing");
  return redirectWithToast(paths.monitoringSettings(id, "common"), t("saved"));
}

async function replaceAddress({ request, caller, id }: Context) {
  const { id: address } = await callApi(caller, contract.replaceAddress, { id });
  const t = await textFor(request, "sharing");
  return redirectWithToast(paths.monitoringSettings(address, "common"), t("addressReplaced"));
}

export const intents = { common: saveCommon, sharing: saveSharing, address: replaceAddress };
