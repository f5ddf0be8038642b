import { useOperationText } from "#app/components/admin/operation-text";
import { useLanguage, useTranslations } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { fieldValueText } from "#app/lib/operation-value";
import type { AdminOperation, OperationInput } from "#contract/admin/index";
import { reversingOperation } from "#contract/admin/reversing-operations";

type QuestionProps = { operation: AdminOperation; typed: OperationInput };

/** Confirmation of an operation, with its input and whether it can be undone. */
export function Question({ operation, typed }: QuestionProps) {
  const text = useOperationText();
  const t = useTranslations("admin");
  const language = useLanguage();
  const reversedBy = reversingOperation(operation.name);
  const values = operation.parameters.flatMap((parameter) => {
    const value = typed[parameter.name];
    return value === undefined ? [] : [{ ...parameter, values: Array.isArray(value) ? value : [value] }];
  });
  const shown = ({ kind, choices, values: all }: (typeof values)[number]) =>
    kind === "flag"
      ? t("yes")
      : all
          .map(String)
          .map((one) =>
            choices
              ? text.choice(choices.find(({ value }) => value === one) ?? { value: one, label: one })
              : fieldValueText({ kind }, one, language),
          )
          .join(", ");
  return (
    <>
      <p role="alert">
        {reversedBy ? t("reversible", { operation: text.title(reversedBy) }) : t("irreversible")}{" "}
        {t("question")}
      </p>
      <DescriptionList
        items={values.map((parameter) => [text.field(parameter.name, operation.name), shown(parameter)])}
      />
      {values.flatMap(({ name, values: all }) =>
        all.map((one) => <input key={`${name} ${one}`} type="hidden" name={name} value={String(one)} />),
      )}
      <input type="hidden" name="isConfirmed" value="on" />
    </>
  );
}
