import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import type { SnapshotPage } from "./load.server";

const loadSchema = () => import("#contract/vps/index").then((module) => module.snapshotForm);

type Props = {
  page: Pick<SnapshotPage, "idempotencyKey">;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Creates a snapshot with a name. */
export function CreateSnapshot({ page: { idempotencyKey }, lastResult }: Props) {
  const t = useTranslations("snapshots");
  const [form, fields] = useContractForm(loadSchema, { id: "make-snapshot", lastResult });
  return (
    <Form method="post" of={form} idempotencyKey={idempotencyKey} preventScrollReset>
      <FormError form={form} />
      <input type="hidden" name="action" value="takeSnapshot" />
      <TextField
        field={fields.snapshot}
        label={t("name")}
        hint={t("nameHint")}
        autoComplete="off"
        spellCheck={false}
      />
      <SubmitButton>{t("make")}</SubmitButton>
    </Form>
  );
}
