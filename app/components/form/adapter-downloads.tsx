import { Form } from "#app/components/form";
import { useText } from "#app/components/text";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";

const files = [
  ["MetaTrader 5", "monitoring.mq5"],
  ["MetaTrader 4", "monitoring.mq4"],
] as const;

const formId = "adapter";

/** The adapters with an activation key in them: buttons of `AdapterForm`, within the form that the key belongs to, above what sends it. */
export function AdapterDownloads() {
  const t = useText("accounts");
  return (
    <div className="field">
      <p className="hint">{t("adapterText")}</p>
      <p className="row">
        {files.map(([terminal, file]) => (
          <button
            key={file}
            type="submit"
            form={formId}
            formAction={paths.adapter(file)}
            className={buttonClass("secondary")}
          >
            {t("adapterDownload", { terminal })}
          </button>
        ))}
      </p>
    </div>
  );
}

/** A plain form beside the key's, as forms do not nest: the browser saves what the post answers, and no address holds the key. */
export function AdapterForm({ activationKey }: { activationKey: string }) {
  return (
    <Form reloadDocument method="post" id={formId}>
      <input type="hidden" name="activationKey" value={activationKey} />
    </Form>
  );
}
