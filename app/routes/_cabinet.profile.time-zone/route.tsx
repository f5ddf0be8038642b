import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { zoneOptions } from "#app/lib/dates";
import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { timeZoneChoices } from "#app/services/time-zones.server";
import { redirectWithToast } from "#app/services/toast.server";
import { currentUserOf } from "#app/services/viewer.server";
import * as contract from "#contract/profile/index";

const loadSchema = () => import("#contract/profile/index").then((module) => module.changeTimeZoneInput);

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "timeZone", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [texts, { timeZone }] = await Promise.all([
    loadTranslations(request, "timeZone"),
    currentUserOf(caller),
  ]);
  const zone = timeZone ?? "UTC";
  return { texts, zone, zones: timeZoneChoices(zone, new Date(), caller.language) };
}

export const action = formAction(
  requireClient,
  form(contract.changeTimeZoneInput, async (value, { request, caller, body }) => {
    await callApi(caller, contract.changeTimeZone, value);
    const t = await translationsFor(request, "timeZone");
    return redirectWithToast(safePath(String(body.get("returnTo") ?? "")) ?? paths.profile, t("saved"));
  }),
);

/** The time zone in which the client's times are shown (docs/adr/0011). */
export default function TimeZone() {
  const t = useTranslations("timeZone");
  const { zone, zones } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(loadSchema, {
    id: "zone",
    lastResult: answer?.lastResult,
    defaultValue: { zone },
  });
  return (
    <DialogPage title={t("title")} closeTo={paths.profile}>
      <Form method="post" of={form}>
        <FormError form={form} />
        <SelectField field={fields.zone} label={t("zone")} hint={t("hint")} options={zoneOptions(zones)} />
        <SubmitButton>{t("save")}</SubmitButton>
      </Form>
    </DialogPage>
  );
}
