import { useLanguage } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { messageText } from "./messages";

type Props = {
  /** From `useContractForm`, or anything with messages. */
  form: { errors: string[] | undefined };
  /** A message that the page already shows with more detail; it is not repeated here. */
  errorBelow?: string | false | undefined;
};

/** The errors of the form as a whole, such as an error of the API. */
export function FormError({ form, errorBelow }: Props) {
  const language = useLanguage();
  const errors = form.errors?.filter((message) => message !== errorBelow);
  if (!errors?.length) return null;
  return (
    <Notice tone="negative" role="alert">
      {errors.map((message) => (
        <p key={message}>{messageText(language, message)}</p>
      ))}
    </Notice>
  );
}
