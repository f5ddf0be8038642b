import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import { Button } from "#app/components/ui/button";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { paths } from "#app/paths";

const files = [
  ["MetaTrader 5", "monitoring.mq5"],
  ["MetaTrader 4", "monitoring.mq4"],
] as const;

/**
 * Downloads of the adapters with an activation key, placed before the form that makes the key valid, in the order of
 * the steps. Plain forms with separate URLs, which text browsers need: the browser saves the response of the post,
 * and no URL contains the key.
 */
export function AdapterDownloads({ activationKey, hint }: { activationKey: string; hint: string }) {
  const t = useTranslations("accounts");
  return (
    <div className="field">
      <p className="hint">{hint}</p>
      <div className="row">
        {joinWithSpaces(
          files.map(([terminal, file]) => (
            <Form key={file} reloadDocument data-download method="post" action={paths.adapter(file)}>
              <input type="hidden" name="activationKey" value={activationKey} />
              <Button type="submit">{t("adapterDownload", { terminal })}</Button>
            </Form>
          )),
        )}
      </div>
    </div>
  );
}
