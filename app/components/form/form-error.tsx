import { useLanguage } from "#app/components/text";
import { Notice } from "#app/components/ui/notice";
import { messageText } from "./messages";
import type { ContractForm } from "./use-contract-form";

/** What was wrong with the form as a whole, such as what the API refused. */
export function FormError({ form }: { form: Pick<ContractForm, "errors"> }) {
  const language = useLanguage();
  if (!form.errors?.length) return null;
  return (
    <Notice tone="negative" role="alert">
      {form.errors.map((message) => (
        <p key={message}>{messageText(language, message)}</p>
      ))}
    </Notice>
  );
}
