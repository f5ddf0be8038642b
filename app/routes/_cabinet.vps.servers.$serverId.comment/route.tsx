import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { behindDialog } from "#app/lib/server-list-url";
import { serverName } from "#app/lib/server-name";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/vps/index";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "comment", "commentTitle", { name: args.data ? serverName(args.data) : "" });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [{ id, comment }, texts] = await Promise.all([
    callApi(caller, contract.getServer, { serverId: params.serverId ?? "" }),
    loadTranslations(request, "comment"),
  ]);
  return { id, comment, texts };
}

export const action = formAction(
  requireClient,
  form(contract.commentForm, async ({ comment = "" }, { request, params, caller }) => {
    const serverId = params.serverId ?? "";
    await callApi(caller, contract.changeComment, { serverId, comment });
    const t = await translationsFor(request, "comment");
    return redirectWithToast(behindDialog(new URL(request.url).search, serverId), t("saved"));
  }),
);

export default function Comment() {
  const t = useTranslations("comment");
  const vps = useTranslations("vps");
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
    <DialogPage
      title={t("commentTitle", { name: serverName({ id, comment }) })}
      closeTo={behindDialog(search, id)}
    >
      <Form method="post" of={form} preventScrollReset>
        <FormError form={form} />
        <TextField field={fields.comment} label={vps("comment")} hint={t("commentHint")} autoComplete="off" />
        <SubmitButton>{t("save")}</SubmitButton>
      </Form>
    </DialogPage>
  );
}
