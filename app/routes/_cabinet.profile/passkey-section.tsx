import type { SubmissionResult } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { FormError } from "#app/components/form/form-error";
import { SecondFactorField } from "#app/components/form/second-factor-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useLanguage, useText } from "#app/components/text";
import { useHydrated } from "#app/components/ui/hydrated";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { AddPasskey } from "./add-passkey";

const loadSchema = () => import("#contract/security/index").then((module) => module.removePasskey.input);

type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };
type PasskeySectionProps = {
  passkeys: readonly Passkey[];
  hasTwoStep: boolean;
  answer: { form: string; lastResult: SubmissionResult<string[]> } | undefined;
};

function PasskeyRow({
  passkey,
  hasTwoStep,
  lastResult,
}: {
  passkey: Passkey;
  hasTwoStep: boolean;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const t = useText("profile");
  const language = useLanguage();
  const [form, fields] = useContractForm(loadSchema, { id: `remove-${passkey.id}`, lastResult });
  return (
    <li className="row apart">
      <span>
        <strong>{passkey.name}</strong>{" "}
        <span className="muted small">
          {passkey.lastUsedAt
            ? t("passkeyUsed", { time: dateTimeText(passkey.lastUsedAt, language) })
            : t("passkeyNeverUsed")}
        </span>
      </span>
      <Form method="post" {...form.props}>
        <FormError form={form} />
        <input type="hidden" name="passkeyId" value={passkey.id} />
        {hasTwoStep && <SecondFactorField field={fields.secondFactorCode} />}
        <SubmitButton variant="secondary" name="intent" value="removePasskey">
          {t("removePasskey", { name: passkey.name })}
        </SubmitButton>
      </Form>
    </li>
  );
}

/** Passkeys; they are made by script, removed also without. */
export function PasskeySection({ passkeys, hasTwoStep, answer }: PasskeySectionProps) {
  const t = useText("profile");
  const hasScript = useHydrated();
  const removed = answer?.form === "removePasskey" ? answer.lastResult : undefined;
  return (
    <section className="card" id="passkeys">
      <h2>{t("passkeysTitle")}</h2>
      <p>
        {t("passkeysText")} <Link to={paths.faqQuestion("passkey")}>{t("moreAbout")}</Link>
      </p>
      {passkeys.length > 0 && (
        <ul className="stack">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              hasTwoStep={hasTwoStep}
              lastResult={removed?.initialValue?.passkeyId === passkey.id ? removed : undefined}
            />
          ))}
        </ul>
      )}
      {hasScript ? (
        <AddPasskey
          key={passkeys.length}
          lastResult={answer?.form === "passkey" ? answer.lastResult : undefined}
        />
      ) : (
        <p className="muted">{t("passkeysNeedScript")}</p>
      )}
    </section>
  );
}
