import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import type { ButtonVariant } from "#app/components/ui/button";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";
import { useOperationText } from "./operation-text";

export type OperationButtonProps = {
  /** Such as `deposits reject`. */
  operation: string;
  /** What is known already, by the names of the operation's fields. */
  input?: Record<string, string>;
  /** Where it leads once it is done. */
  returnTo: string;
  /** More has to be said: the button leads to the operation's form. Else it is done, after a question where it asks one. */
  hasForm?: boolean;
  variant?: ButtonVariant;
  /** Other words than the operation's own. */
  children?: string;
  /** The key of the page, so that a repeat does nothing. */
  idempotencyKey?: string;
};

/** A button that runs an operation. */
export function OperationButton(props: OperationButtonProps) {
  const { operation, input = {}, returnTo, hasForm, variant, children, idempotencyKey } = props;
  const text = useOperationText();
  const t = useTranslations("admin");
  const words = children ?? text.title(operation);
  return (
    <Form method={hasForm ? "get" : "post"} action={paths.adminOperation(operation)}>
      {Object.entries({ ...input, returnTo }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {!hasForm && idempotencyKey && (
        <input
          type="hidden"
          name="idempotencyKey"
          value={`${idempotencyKey}-${Object.values(input).join("-")}`.replace(/[^\w-]/g, "").slice(0, 60)}
        />
      )}
      <button
        type="submit"
        className={buttonClass(variant)}
        aria-label={input.id ? `${words}, ${t("about", { what: input.id })}` : undefined}
      >
        {words}
      </button>
    </Form>
  );
}
