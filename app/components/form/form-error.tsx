import { useLanguage } from "#app/components/text";
import { Notice } from "#app/components/ui/notice";
import { messageText } from "./messages";

type Props = {
  /** Of `useContractForm`, or what else has messages. */
  form: { errors: string[] | undefined };
};

/** What was wrong with the form as a whole, such as what the API refused. */
export function FormError({ form }: Props) {
  const language = useLanguage();
  const { errors } = form;
  if (!errors?.length) return null;
  return (
    <Notice tone="negative" role="alert">
      {errors.map((message) => (
        <p key={message}>{messageText(language, message)}</p>
      ))}
    </Notice>
  );
}
