import { useId } from "react";
import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import type { ButtonVariant } from "#app/components/ui/button";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";
import { useOperationText } from "./operation-text";

export type OperationButtonProps = {
  /** Name of the operation, such as `deposits reject`. */
  operation: string;
  /** Known values, by the operation's field names. */
  input?: Record<string, string>;
  /** Page to open afterwards. */
  returnTo: string;
  /** Page that "Back" leads to; by default the same. */
  backTo?: string;
  /**
   * If set, the button leads to the operation's form because more input is needed. Otherwise it runs the operation,
   * after a confirmation if the operation requires one.
   */
  hasForm?: boolean;
  variant?: ButtonVariant;
  /** Label instead of the operation's own. */
  children?: string;
  /** Idempotency key of the page, so that a repeat does nothing; each button of it has a key of its own. */
  idempotencyKey?: string;
};

/** Button that runs an operation. */
export function OperationButton(props: OperationButtonProps) {
  const { operation, input = {}, returnTo, backTo, hasForm, variant, children, idempotencyKey } = props;
  const text = useOperationText();
  const instance = useId().replaceAll(":", "");
  const t = useTranslations("admin");
  const label = children ?? text.button(operation);
  return (
    // if it is rejected, its page says of what by the query
    <Form
      method={hasForm ? "get" : "post"}
      action={paths.adminOperation(operation, hasForm ? undefined : input)}
    >
      {Object.entries({ ...input, returnTo, ...(backTo && { backTo }) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {!hasForm && idempotencyKey && (
        <input type="hidden" name="idempotencyKey" value={`${idempotencyKey}-${instance}`} />
      )}
      <button
        type="submit"
        className={buttonClass(variant)}
        aria-label={input.id ? `${label}, ${t("about", { what: input.id })}` : undefined}
      >
        {label}
      </button>
    </Form>
  );
}
