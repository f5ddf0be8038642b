import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";

/** Deletes an order that is not paid. It can be made again at any time, so nothing is asked twice. */
export function DeleteForm({ errors }: { errors: string[] | undefined }) {
  const t = useTranslations("deposit");
  return (
    <Form method="post">
      <FormError form={{ errors }} />
      <button type="submit" name="intent" value="delete" className={buttonClass("quiet")}>
        {t("deleteButton")}
      </button>
    </Form>
  );
}
