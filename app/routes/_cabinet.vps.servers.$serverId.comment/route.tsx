import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { DialogPage } from "#app/components/shell/dialog-page";
import { useText } from "#app/components/text";
import { listAddress, listState } from "#app/lib/servers-address";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/vps/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "comment", "commentPageTitle");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [{ id, comment }, texts] = await Promise.all([
    callApi(caller, contract.getServer, { serverId: params.serverId ?? "" }),
    loadTexts(request, "comment"),
  ]);
  return { id, comment, texts };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const caller = await requireClient(request);
  const submission = parseForm(await readForm(request), contract.commentForm);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    const serverId = params.serverId ?? "";
    await callApi(caller, contract.changeComment, { serverId, comment: submission.value.comment ?? "" });
    const t = await textFor(request, "comment");
    return await redirectWithToast(listAddress(listState(new URL(request.url).search)), t("saved"));
  } catch (error) {
    return refusedForm(submission, error);
  }
}

export default function Comment() {
  const t = useText("comment");
  const vps = useText("vps");
  const { id, comment } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const [form, fields] = useContractForm(
    () => import("#contract/vps/index").then((module) => module.commentForm),
    {
      lastResult: answer?.lastResult,
      defaultValue: { comment },
    },
  );
  return (
    <DialogPage title={t("commentTitle", { id })} closeTo={listAddress(listState(search))}>
      <Form method="post" {...form.props} preventScrollReset>
        <FormError form={form} />
        <TextField field={fields.comment} label={vps("comment")} hint={t("commentHint")} autoComplete="off" />
        <SubmitButton>{t("save")}</SubmitButton>
      </Form>
    </DialogPage>
  );
}
