import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { resultOf } from "#app/components/form/result-of";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { currentUserOf } from "#app/services/viewer.server";
import { clockName } from "#contract/formats";
import * as security from "#contract/security/index";
import { changeProfile } from "./actions.server";
import { AvatarSection } from "./avatar-section";
import { BotSection } from "./bot-section";
import { NameSection } from "./name-section";
import { PasskeySection } from "./passkey-section";
import { PasswordSection } from "./password-section";
import { SessionSection } from "./session-section";
import { SettingsSection } from "./settings-section";
import { TwoStepSection } from "./two-step-section";

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
  // a form whose work is done comes up empty; that the message has gone since is no reason to empty it again
  const toastId = (useRouteLoaderData("root") as { toast?: { id: string } | null } | undefined)?.toast?.id;
  const [doneId, setDoneId] = useState(toastId);
  if (toastId && toastId !== doneId) setDoneId(toastId);
  return (
    <>
      <div className="page-head">
        <h1>{t("title")}</h1>
        <Link className="lone" to={paths.activity}>
          {t("activityLink")}
        </Link>
      </div>
      <div className="split">
        <div className="stack">
          <NameSection key={user.name} user={user} lastResult={resultOf(answer, "changeName")} />
          <PasswordSection
            key={doneId}
            needsCode={state.hasTwoStep && !state.hasFreshProof}
            lastResult={resultOf(answer, "changePassword")}
          />
        </div>
        <div className="stack">
          <AvatarSection
            key={user.photoPath}
            user={user}
            lastResult={resultOf(answer, "uploadAvatar", "removeAvatar")}
          />
          <SettingsSection zone={user.timeZone} clock={clock} />
          <BotSection user={user} />
        </div>
      </div>
      <TwoStepSection hasTwoStep={state.hasTwoStep} recoveryCodesLeft={state.recoveryCodesLeft} />
      <PasskeySection
        passkeys={state.passkeys}
        hasFreshProof={state.hasFreshProof}
        added={resultOf(answer, "addPasskey")}
        removed={resultOf(answer, "removePasskey", "keepPasskey")}
      />
      <SessionSection sessions={sessions} lastResult={resultOf(answer, "endSession", "endOtherSessions")} />
      <Outlet />
    </>
  );
}
