import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { AddPasskey } from "./add-passkey";

const loadSchema = () => import("#contract/security/index").then((module) => module.removePasskey.input);

type Passkey = { id: string; name: string; lastUsedAt: string | null; isHeld: boolean };
type Result = SubmissionResult<string[]>;
type PasskeySectionProps = {
  passkeys: readonly Passkey[];
  hasFreshProof: boolean;
  /** Results of the forms that add a passkey, and that remove or confirm one. */
  added: Result | undefined;
  removed: Result | undefined;
};

function PasskeyDetails({ name, lastUsedAt, isHeld }: Passkey) {
  const t = useTranslations("profile");
  const viewer = useViewer();
  const used = lastUsedAt
    ? t("passkeyUsed", { time: dateTimeText(lastUsedAt, viewer) })
    : t("passkeyNeverUsed");
  return (
    <span>
      <strong>{name}</strong> <span className="muted small">{isHeld ? t("passkeyHeld") : used}</span>
    </span>
  );
}

function PasskeyButtons({ passkey, lastResult }: { passkey: Passkey; lastResult: Result | undefined }) {
  const t = useTranslations("profile");
  const { id, name, isHeld } = passkey;
  const [form] = useContractForm(loadSchema, { id: `remove-${id}`, lastResult });
  return (
    <Form method="post" of={form}>
      <FormError form={form} />
      <input type="hidden" name="passkeyId" value={id} />
      {isHeld && (
        <SubmitButton variant="secondary" name="intent" value="keepPasskey">
          {t("keepPasskey")}
          <span className="hidden-text"> {name}</span>
        </SubmitButton>
      )}{" "}
      <SubmitButton variant="secondary" name="intent" value="removePasskey">
        {t("removePasskey")}
        <span className="hidden-text"> {name}</span>
      </SubmitButton>
    </Form>
  );
}

/** Passkeys. Creating one needs script, removing one does not. Both need recent authentication. */
export function PasskeySection({ passkeys, hasFreshProof, added, removed }: PasskeySectionProps) {
  const t = useTranslations("profile");
  return (
    <section className="card" id="passkeys">
      <h2>{t("passkeysTitle")}</h2>
      <p>
        {t("passkeysText")} <Link to={paths.faqQuestion("passkey")}>{t("moreAbout")}</Link>
      </p>
      {passkeys.length > 0 && (
        <ul className="stack">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="row apart">
              <PasskeyDetails {...passkey} />
              {hasFreshProof && (
                <PasskeyButtons
                  passkey={passkey}
                  lastResult={removed?.initialValue?.passkeyId === passkey.id ? removed : undefined}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!hasFreshProof && (
        <div className="row">
          <Link
            to={paths.confirm({ redirectTo: `${paths.profile}#passkeys` })}
            className={buttonClass()}
            preventScrollReset
          >
            {t("confirmFirst")}
          </Link>
        </div>
      )}
      {hasFreshProof && (
        <div className="needs-script">
          <AddPasskey key={passkeys.length} lastResult={added} />
        </div>
      )}
      <noscript>
        <p className="muted">{t("passkeysNeedScript")}</p>
      </noscript>
    </section>
  );
}
