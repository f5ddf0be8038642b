import { useLanguage, useTranslations } from "#app/components/translations";
import { fieldValueText } from "#app/lib/operation-value";
import type { AdminOperation, OperationInput } from "#contract/admin/index";
import { useOperationText } from "./operation-text";

type Parameter = AdminOperation["parameters"][number];

export type PresentValueProps = {
  parameter: Parameter;
  typed: OperationInput[string] | undefined;
  present: string | readonly string[] | undefined;
};

/** A browser sends lines that end with CR LF; a list may be lines of one text, and has no order. */
const comparable = (value: unknown) =>
  [value ?? ""]
    .flat()
    .flatMap((one) => String(one).split(/\r?\n/))
    .map((line) => line.trim())
    .filter(Boolean)
    .sort()
    .join("\n");

/** Returns the text of a typed or present value of a parameter. */
export function useParameterText() {
  const t = useTranslations("admin");
  const text = useOperationText();
  const language = useLanguage();
  return ({ kind, choices }: Pick<Parameter, "kind" | "choices">, values: readonly unknown[]): string =>
    kind === "flag"
      ? t("yes")
      : values
          .map(String)
          .map((one) =>
            choices
              ? text.choice(choices.find(({ value }) => value === one) ?? { value: one, label: one })
              : fieldValueText({ kind }, one, language),
          )
          .join(", ");
}

/** Returns the text of a present value; undefined if there is none, or the same was typed. */
export function usePresentText(
  parameter: Parameter,
  typed: PresentValueProps["typed"],
  present: PresentValueProps["present"],
): string | undefined {
  const textOf = useParameterText();
  if (present === undefined || comparable(typed) === comparable(present)) return undefined;
  return textOf(parameter, [present].flat());
}
