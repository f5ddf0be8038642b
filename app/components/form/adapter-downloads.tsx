import { Form } from "#app/components/form";
import { useText } from "#app/components/text";
import { buttonClass } from "#app/components/ui/button";
import { spaced } from "#app/components/ui/spaced";
import { paths } from "#app/paths";

const files = [
  ["MetaTrader 5", "monitoring.mq5"],
  ["MetaTrader 4", "monitoring.mq4"],
] as const;

/** The adapters with an activation key in them. A plain form: the browser saves what the post answers, and no address holds the key. */
export function AdapterDownloads({ activationKey }: { activationKey: string }) {
  const t = useText("accounts");
  return (
    <Form reloadDocument method="post" className="field">
      <p className="hint">{t("adapterText")}</p>
      <input type="hidden" name="activationKey" value={activationKey} />
      <p className="row">
        {spaced(
          files.map(([terminal, file]) => (
            <button
              key={file}
              type="submit"
              formAction={paths.adapter(file)}
              className={buttonClass("secondary")}
            >
              {t("adapterDownload", { terminal })}
            </button>
          )),
        )}
      </p>
    </Form>
  );
}
