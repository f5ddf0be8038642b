import { useLanguage } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { messageText } from "./messages";

type Props = {
  /** Of `useContractForm`, or what else has messages. */
  form: { errors: string[] | undefined };
  /** A message that the page already shows, with more to it: said once. */
  errorBelow?: string | false | undefined;
};

/** What was wrong with the form as a whole, such as what the API refused. */
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
