import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { useText } from "#app/components/text";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTexts } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { themeOf } from "#app/services/theme.server";
import * as security from "#contract/security/index";
import { currentUser } from "#contract/user/index";
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
  const [texts, user, state, { sessions }, theme] = await Promise.all([
    loadTexts(request, "profile"),
    callApi(session, currentUser, {}),
    callApi(session, security.securityState, {}),
    callApi(session, security.sessions, {}),
    themeOf(request),
  ]);
  return { texts, user, state, sessions, theme };
}

export async function action({ request }: ActionFunctionArgs) {
  const session = await requireClient(request);
  return changeProfile(request, session);
}

export default function Profile() {
  const t = useText("profile");
  const { user, state, sessions, theme } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // a form whose work is done comes up empty
  const doneId = (useRouteLoaderData("root") as { toast?: { id: string } | null } | undefined)?.toast?.id;
  /** What was answered to one of the page's forms. */
  const answerTo = (form: string) => (answer?.form === form ? answer.lastResult : undefined);
  return (
    <>
      <div className="page-head">
        <h1>{t("title")}</h1>
        <Link to={paths.activity}>{t("activityLink")}</Link>
      </div>
      <div className="split">
        <div className="stack">
          <NameSection key={user.name} user={user} lastResult={answerTo("name")} />
          <PasswordSection key={doneId} hasTwoStep={state.hasTwoStep} lastResult={answerTo("password")} />
        </div>
        <div className="stack">
          <AvatarSection key={user.photoPath} user={user} lastResult={answerTo("avatar")} />
          <SettingsSection theme={theme} />
          <BotSection user={user} />
        </div>
      </div>
      <TwoStepSection hasTwoStep={state.hasTwoStep} recoveryCodesLeft={state.recoveryCodesLeft} />
      <PasskeySection passkeys={state.passkeys} hasTwoStep={state.hasTwoStep} answer={answer} />
      <SessionSection sessions={sessions} />
      <Outlet />
    </>
  );
}
