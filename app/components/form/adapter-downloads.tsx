import type { MouseEvent } from "react";
import { Form } from "#app/components/form";
import { useText } from "#app/components/text";
import { buttonClass } from "#app/components/ui/button";
import { spaced } from "#app/components/ui/spaced";
import { paths } from "#app/paths";

const files = [
  ["MetaTrader 5", "monitoring.mq5"],
  ["MetaTrader 4", "monitoring.mq4"],
] as const;

/**
 * The adapters with the activation key of the form that they stand in. The browser itself posts it and saves what is answered: no address
 * holds the key, and the router has no hand in it. Enter presses a form's first button: they are no part of a form with lines to write.
 */
export function AdapterButtons() {
  const t = useText("accounts");
  const save = (event: MouseEvent<HTMLButtonElement>) => {
    const { form, formAction } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    const own = form.action;
    form.action = formAction;
    form.submit();
    form.action = own;
  };
  return (
    <div className="field">
      <p className="hint">{t("adapterText")}</p>
      <p className="row">
        {spaced(
          files.map(([terminal, file]) => (
            <button
              key={file}
              type="submit"
              formAction={paths.adapter(file)}
              formNoValidate
              onClick={save}
              className={buttonClass("secondary")}
            >
              {t("adapterDownload", { terminal })}
            </button>
          )),
        )}
      </p>
    </div>
  );
}

/** The same as a form of their own, with a key that another one shows. */
export const AdapterDownloads = ({ activationKey }: { activationKey: string }) => (
  <Form reloadDocument method="post">
    <input type="hidden" name="activationKey" value={activationKey} />
    <AdapterButtons />
  </Form>
);
