import { Diff } from "#app/components/admin/diff";
import { OperationTable } from "#app/components/admin/operation-table";
import { useOperationText } from "#app/components/admin/operation-text";
import type { PresentValueProps } from "#app/components/admin/present-text";
import { useParameterText, usePresentText } from "#app/components/admin/present-text";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { emailedBy } from "#contract/admin/consequences";
import type { AdminOperation, OperationInput, OperationRow } from "#contract/admin/index";
import { returnsDiff, startingTextOf } from "#contract/admin/previews";
import { isNamedIn } from "#contract/admin/references";
import { reversingOperation } from "#contract/admin/reversing-operations";
import type { Preview } from "./run.server";
import { Subject } from "./subject";

type QuestionProps = {
  operation: AdminOperation;
  typed: OperationInput;
  /** Whom and what it concerns. */
  about: OperationRow;
  /** Sums that the operation decides, which are confirmed as shown. */
  decided: Readonly<Record<string, string>>;
  /** Values that it replaces, by parameter. */
  present: Readonly<Record<string, string | readonly string[]>>;
  preview: Preview | null;
  returnTo: string;
};

/** Confirmation of an operation: what it concerns, its input, whether it can be undone, and what it would do. */
export function Question({ operation, typed, about, decided, present, preview, returnTo }: QuestionProps) {
  const text = useOperationText();
  const t = useTranslations("admin");
  const shown = useParameterText();
  const values = operation.parameters.flatMap((parameter) => {
    const value = typed[parameter.name];
    return value === undefined ? [] : [{ ...parameter, values: Array.isArray(value) ? value : [value] }];
  });
  // the preview shows a long text
  const startingText = startingTextOf(operation.name)?.field;
  const further = values.filter(
    ({ name, values: all }) => name !== startingText && !all.every((value) => isNamedIn(about, name, value)),
  );
  return (
    <>
      <p role="alert">
        <Consequences operation={operation.name} about={about} /> {t("question")}
      </p>
      <Subject
        operation={operation.name}
        about={about}
        further={further.map(
          (parameter) =>
            [
              text.field(parameter.name, operation.name),
              <span key={parameter.name} className="lines">
                <Value
                  parameter={parameter}
                  typed={typed[parameter.name]}
                  present={"before" in about ? undefined : present[parameter.name]}
                >
                  {shown(parameter, parameter.values)}
                </Value>
              </span>,
            ] as const,
        )}
      />
      {preview && (
        <WhatItDoes
          {...preview}
          input={Object.fromEntries(values.map(({ name }) => [name, String(typed[name])]))}
          returnTo={returnTo}
        />
      )}
      {values.flatMap(({ name, values: all }) =>
        all.map((one) => <input key={`${name} ${one}`} type="hidden" name={name} value={String(one)} />),
      )}
      {Object.entries(decided).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="isConfirmed" value="on" />
    </>
  );
}

/** A typed value, and what it replaces. */
function Value({ children, ...value }: PresentValueProps & { children: string }) {
  const t = useTranslations("admin");
  const replaced = usePresentText(value.parameter, value.typed, value.present);
  return replaced === undefined ? children : `${children} (${t("presentValue", { value: replaced })})`;
}

/** Whom an operation e-mails, and what can be taken back. */
function Consequences({ operation, about }: { operation: string; about: OperationRow }) {
  const text = useOperationText();
  const t = useTranslations("admin");
  const emailed = emailedBy(operation);
  const reversedBy = reversingOperation(operation);
  const emails =
    emailed === "one"
      ? t("emailsOne")
      : emailed === "many" && typeof about.clients === "number" && t("emailsMany", { count: about.clients });
  return [
    emails,
    reversedBy
      ? t("reversible", { operation: text.title(reversedBy) })
      : text.undo(operation) || (!emails && t("irreversible")),
  ]
    .filter(Boolean)
    .join(" ");
}

type WhatItDoesProps = Preview & { input: Record<string, string>; returnTo: string };

/** What an operation would do: a text, and the first page of a list. */
function WhatItDoes({ operation, text, rows, hasMore, input, returnTo }: WhatItDoesProps) {
  const t = useTranslations("admin");
  return (
    <>
      {text && (returnsDiff(operation) ? <Diff patch={text} /> : <p className="said">{text}</p>)}
      {rows && <OperationTable operation={operation} rows={rows} returnTo={returnTo} idempotencyKey="" />}
      {hasMore && (
        <p>
          <a href={paths.adminOperation(operation, { ...input, returnTo })}>{t("wholePreview")}</a>
        </p>
      )}
    </>
  );
}
