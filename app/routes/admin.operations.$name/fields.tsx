import { Fragment } from "react";
import { useOperationText } from "#app/components/admin/operation-text";
import type { PresentValueProps } from "#app/components/admin/present-text";
import { usePresentText } from "#app/components/admin/present-text";
import { messageText } from "#app/components/form/messages";
import { useLanguage, useTranslations } from "#app/components/translations";
import { cursors } from "#contract/admin/cursors";
import type { AdminOperation, OperationInput } from "#contract/admin/index";
import { languages } from "#contract/languages";
import { Choices, focusedIf } from "./choices";

type Parameter = AdminOperation["parameters"][number];
type Typed = OperationInput;
type Errors = Record<string, string[] | null | undefined>;

/** The number of rows of a page, which the console does not ask for. */
const rowsParameter = "limit";

/** Days that a field offers. */
const [firstDay, lastDay] = ["2000-01-01", "2099-12-31"];

/** Long texts get a text area. */
const isLong = (name: string) =>
  ["text", "textEn", "textRu", "reason", "note", "markdown", ...languages].includes(name);

export type FieldsProps = {
  operation: AdminOperation;
  typed: Typed;
  /** Present values of fields, shown beside what was typed if they differ. */
  present: Readonly<Record<string, string | readonly string[]>>;
  errors: Errors;
  /** Fields that are filled in before the others, which depend on them; then they can't be changed. */
  start: { fields: readonly string[]; isChosen: boolean } | undefined;
  /** The field whose value the page that led here gave; what it names stands above the fields. */
  fixed: string | null;
};

/** Whether an operation can't be run, because a field that it needs has nothing to choose. */
export const hasNothingToChoose = ({ parameters }: AdminOperation): boolean =>
  parameters.some(({ isRequired, choices }) => isRequired && choices?.length === 0);

/** Returns the parameters that have a field. */
export function shownFields({ operation, typed, start }: FieldsProps): Parameter[] {
  const isImpossible = hasNothingToChoose(operation);
  const isPaged = operation.parameters.some(({ name }) => name in cursors);
  return operation.parameters.filter(
    ({ name, choices }) =>
      !(name in cursors) &&
      !(isPaged && name === rowsParameter) &&
      (start?.isChosen !== false || start.fields.includes(name)) &&
      // nothing can be sent: what is known is shown, and why
      (!isImpossible || typed[name] !== undefined || choices?.length === 0),
  );
}

/** Returns the errors that stand above the form: those of the form, and those of values that nobody can type. */
export function formErrors(props: FieldsProps): string[] {
  const typable = shownFields(props).filter(
    ({ name, choices }) =>
      choices?.length !== 0 &&
      !hasNothingToChoose(props.operation) &&
      name !== props.fixed &&
      !(props.start?.isChosen && props.start.fields.includes(name)),
  );
  const names = typable.map(({ name }) => name);
  return Object.entries(props.errors).flatMap(([name, messages]) =>
    names.includes(name) ? [] : (messages ?? []),
  );
}

/** A field for each parameter of an operation; the page of a list is chosen by links. */
export function Fields(props: FieldsProps) {
  const { operation, typed, present, errors, start, fixed } = props;
  const text = useOperationText();
  const t = useTranslations("admin");
  const language = useLanguage();
  const isImpossible = hasNothingToChoose(operation);
  const parameters = shownFields(props);
  const firstWrong = parameters.find(({ name }) => errors[name])?.name;
  return parameters.map((parameter) => {
    const { name, kind } = parameter;
    if (name === fixed) return <input key={name} type="hidden" name={name} value={String(typed[name])} />;
    if (start?.isChosen && start.fields.includes(name)) {
      const value = String(typed[name]);
      return (
        <p key={name}>
          {text.field(name, operation.name)}: {text.value(value)}
          <input type="hidden" name={name} value={value} />
        </p>
      );
    }
    if (parameter.choices?.length === 0)
      return (
        <div key={name} className="field">
          <span className="small">{text.field(name, operation.name)}</span>{" "}
          <p className="muted">{text.nothingToChoose(name, operation.name)}</p>
        </div>
      );
    if (isImpossible)
      return (
        <p key={name}>
          {text.field(name, operation.name)}: {String(typed[name])}
        </p>
      );
    const [wrong] = errors[name] ?? [];
    const reader = operation.clientLanguage;
    const hint = parameter.isForClient
      ? reader
        ? t(`clientReads_${reader}`)
        : t("clientReads")
      : text.hint(name, operation.name);
    const label = parameter.isRequired
      ? text.field(name, operation.name)
      : t("optional", { name: text.field(name, operation.name) });
    const describedBy = [hint && `${name}-hint`, wrong && `${name}-error`].filter(Boolean).join(" ");
    const control = {
      name,
      wrong: wrong !== undefined,
      isFirstWrong: name === firstWrong,
      describedBy,
      value: typed[name],
    };
    if (kind === "list" && parameter.choices)
      return (
        <Fragment key={name}>
          <Choices
            {...control}
            parameter={parameter}
            label={label}
            hint={hint}
            error={wrong && messageText(language, wrong)}
          />
          <PresentValue parameter={parameter} typed={typed[name]} present={present[name]} />
        </Fragment>
      );
    return (
      <div key={name} className="field">
        {kind === "flag" ? (
          <label className="check">
            <input
              type="checkbox"
              name={name}
              {...focusedIf(control.isFirstWrong)}
              aria-invalid={control.wrong || undefined}
              aria-describedby={control.describedBy || undefined}
              defaultChecked={typed[name] === true || typed[name] === "on"}
            />
            {text.field(name, operation.name)}
          </label>
        ) : (
          <>
            <label htmlFor={name}>{label}</label>
            {hint && (
              <p className="hint" id={`${name}-hint`}>
                {hint}
              </p>
            )}
            <Control parameter={parameter} operation={operation} {...control} />
          </>
        )}
        <PresentValue parameter={parameter} typed={typed[name]} present={present[name]} />
        {wrong && (
          <p className="error" id={`${name}-error`}>
            {messageText(language, wrong)}
          </p>
        )}
      </div>
    );
  });
}

/** The present value of a field, unless the same was typed; a long one is folded. */
function PresentValue({ parameter, typed, present }: PresentValueProps) {
  const t = useTranslations("admin");
  const shown = usePresentText(parameter, typed, present);
  if (shown === undefined) return null;
  if (!isLong(parameter.name) || shown.length < 80) return <p>{t("presentValue", { value: shown })}</p>;
  return (
    <details>
      <summary>{t("presentText")}</summary>
      <p className="said">{shown}</p>
    </details>
  );
}

type ControlProps = {
  parameter: Parameter;
  operation: AdminOperation;
  wrong: boolean;
  /** The first one with an error, where the person goes on. */
  isFirstWrong: boolean;
  /** Ids of the hint and the error message. */
  describedBy: string;
  value: Typed[string] | undefined;
};

function Control({ parameter, operation, wrong, isFirstWrong, describedBy, value }: ControlProps) {
  const { name, kind, choices, initial, isRequired } = parameter;
  const text = useOperationText();
  const t = useTranslations("admin");
  const given = value ?? initial;
  const list = Array.isArray(given) ? given : given === undefined ? [] : [String(given)];
  const props = {
    id: name,
    name,
    className: "input",
    ...focusedIf(isFirstWrong),
    "aria-invalid": wrong || undefined,
    "aria-describedby": describedBy || undefined,
  };
  const options = choices?.map((choice) => (
    <option key={choice.value} value={choice.value}>
      {text.choice(choice)}
    </option>
  ));
  const areRows = choices?.some(({ label }) => label !== null);
  const [typed] = list;
  // a row that may not be chosen any more stays, so that the operation says why
  const isMissing = areRows && typed !== undefined && !choices?.some((choice) => choice.value === typed);
  if (choices && kind === "text")
    return (
      <select {...props} required={isRequired} defaultValue={typed}>
        {!isRequired && (
          <option value="">{text.blank(name, operation.name, t(operation.isRead ? "anyOf" : "any"))}</option>
        )}
        {isRequired && areRows && <option value="">{t("choose")}</option>}
        {isMissing && <option value={typed}>{typed}</option>}
        {options}
      </select>
    );
  if (kind === "list" || isLong(name) || list[0]?.includes("\n"))
    return <textarea {...props} rows={4} required={isRequired} defaultValue={list.join("\n")} />;
  const days = kind === "day" ? { type: "date", min: firstDay, max: lastDay } : {};
  return <input {...props} {...days} required={isRequired} defaultValue={list[0]} />;
}
