import type { SubmissionResult } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { resultOf } from "#app/components/form/form-result";
import { PasswordField } from "#app/components/form/password-field";
import { SecondFactorField } from "#app/components/form/second-factor-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { currentUserOf } from "#app/services/viewer.server";
import { clockName } from "#contract/formats";
import * as security from "#contract/security/index";
import type { User } from "#contract/users/index";
import { changeProfile } from "./actions.server";
import { AvatarSection } from "./avatar-section";
import { NameSection } from "./name-section";
import { PasskeySection } from "./passkey-section";
import { SessionSection } from "./session-section";
import { SettingsSection } from "./settings-section";

const loadSchema = () => import("./password-form").then((module) => module.passwordForm);

type PasswordSectionProps = { needsCode: boolean; lastResult: SubmissionResult<string[]> | undefined };

function PasswordSection({ needsCode, lastResult }: PasswordSectionProps) {
  const t = useTranslations("profile");
  const [form, fields] = useContractForm(loadSchema, { id: "change-password", lastResult });
  return (
    <section className="card" id="password">
      <h2>{t("passwordTitle")}</h2>
      <p>
        {t("passwordText")} <Link to={paths.faqQuestion("change-password")}>{t("moreAbout")}</Link>
      </p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <PasswordField field={fields.oldPassword} label={t("oldPassword")} autoComplete="current-password" />
        <PasswordField field={fields.newPassword} label={t("newPassword")} autoComplete="new-password" />
        <PasswordField
          field={fields.repeatPassword}
          label={t("repeatPassword")}
          autoComplete="new-password"
        />
        {needsCode && <SecondFactorField field={fields.secondFactorCode} />}
        <SubmitButton name="intent" value="changePassword">
          {t("changePassword")}
        </SubmitButton>
      </Form>
    </section>
  );
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "profile", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  const [texts, user, state, { sessions }] = await Promise.all([
    loadTranslations(request, "profile"),
    currentUserOf(session),
    callApi(session, security.securityState, {}),
    callApi(session, security.sessions, {}),
  ]);
  return { texts, user, state, sessions, clock: clockName(user.timeZone ?? "UTC", Date.now()) };
}

export const action = changeProfile;

export default function Profile() {
  const t = useTranslations("profile");
  const { user, state, sessions, clock } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // resets a form after its success message appears, but not when the message disappears
  const toastId = (useRouteLoaderData("root") as { toast?: { id: string } | null } | undefined)?.toast?.id;
  const [doneId, setDoneId] = useState(toastId);
  if (toastId && toastId !== doneId) setDoneId(toastId);
  return (
    <>
      <div className="page-head">
        <h1>{t("title")}</h1>
        <div className="row">
          <Link className="lone" to={paths.activity}>
            {t("activityLink")}
          </Link>{" "}
          <Link className="lone" to={paths.billingDetails}>
            {t("billingDetails")}
          </Link>
        </div>
      </div>
      <div className="split">
        <div className="stack">
          <NameSection key={user.name} user={user} lastResult={resultOf(answer, "changeName")} />
          <PasswordSection
            key={doneId}
            needsCode={state.hasTwoStep && !state.hasFreshProof}
            lastResult={resultOf(answer, "changePassword")}
          />
          <PasskeySection
            passkeys={state.passkeys}
            hasFreshProof={state.hasFreshProof}
            added={resultOf(answer, "addPasskey")}
            removed={resultOf(answer, "removePasskey", "keepPasskey")}
          />
        </div>
        <div className="stack">
          <AvatarSection
            key={user.photoPath}
            user={user}
            lastResult={resultOf(answer, "uploadAvatar", "removeAvatar")}
          />
          <SettingsSection zone={user.timeZone} clock={clock} />
          <TwoStepSection hasTwoStep={state.hasTwoStep} recoveryCodesLeft={state.recoveryCodesLeft} />
          <BotSection user={user} />
          <DataSection />
        </div>
      </div>
      <SessionSection sessions={sessions} lastResult={resultOf(answer, "endSession", "endOtherSessions")} />
      <Outlet />
    </>
  );
}

/** Data export and account deletion. */
function DataSection() {
  const t = useTranslations("profile");
  return (
    <section className="card" id="data">
      <h2>{t("dataTitle")}</h2>
      <p>{t("dataText")}</p>
      <div className="row">
        <Link to={paths.dataExport} className={buttonClass()} preventScrollReset>
          {t("downloadData")}
        </Link>{" "}
        <Link to={paths.deleteAccount} className="button danger" preventScrollReset>
          {t("deleteAccount")}
        </Link>
      </div>
    </section>
  );
}

/** One-time links to the chat bot, for the account and for monitoring; nothing where there is no bot. */
function BotSection({ user }: { user: User }) {
  const t = useTranslations("profile");
  const links = [
    { href: user.telegramLink, label: t("botAccount") },
    { href: user.telegramMonLink, label: t("botMonitoring") },
  ];
  if (!links.some(({ href }) => href)) return null;
  return (
    <section className="card">
      <h2>{t("bots")}</h2>
      <p>{t("botText")}</p>
      <div className="row">
        {joinWithSpaces(
          links.map(
            ({ href, label }) =>
              href && (
                <a key={label} href={href} className={buttonClass()} target="_blank" rel="noreferrer">
                  {label}
                </a>
              ),
          ),
        )}
      </div>
    </section>
  );
}

type TwoStepSectionProps = { hasTwoStep: boolean; recoveryCodesLeft: number };

function TwoStepSection({ hasTwoStep, recoveryCodesLeft }: TwoStepSectionProps) {
  const t = useTranslations("profile");
  return (
    <section className="card" id="two-step">
      <h2>{t("twoStepTitle")}</h2>
      <p>
        {t(hasTwoStep ? "twoStepOn" : "twoStepOff")}{" "}
        <Link to={paths.faqQuestion("two-step")}>{t("moreAbout")}</Link>
      </p>
      {hasTwoStep && <p>{t("recoveryLeft", { count: recoveryCodesLeft })}</p>}
      <div className="row">
        {hasTwoStep ? (
          <>
            <Link to={paths.recoveryCodes} className={buttonClass()} preventScrollReset>
              {t("newRecoveryCodes")}
            </Link>{" "}
            <Link to={paths.twoStepOff} className={buttonClass()} preventScrollReset>
              {t("turnOff")}
            </Link>
          </>
        ) : (
          <Link to={paths.twoStep} className={buttonClass()} preventScrollReset>
            {t("turnOn")}
          </Link>
        )}
      </div>
    </section>
  );
}
