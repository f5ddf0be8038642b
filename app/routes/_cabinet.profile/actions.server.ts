import { data } from "@remix-run/node";
import type * as z from "zod/mini";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, refusedForm } from "#app/services/form.server";
import type { ClientCaller } from "#app/services/session.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import { readUpload } from "#app/services/upload.server";
import * as profile from "#contract/profile/index";
import { avatarMaxBytes } from "#contract/rules";
import * as security from "#contract/security/index";
import type { Key } from "#locales/translate";
import { passwordForm } from "./password-form";

type Change<S extends z.ZodMiniType> = {
  /** The form that gets the messages. */
  form: string;
  schema: S;
  change: (session: ClientCaller, value: z.output<S>) => Promise<unknown>;
  said: Key<"profile">;
};

const declare = <S extends z.ZodMiniType>(change: Change<S>) => change as unknown as Change<z.ZodMiniType>;

/** The page's forms, by the `intent` of their button. */
const changes: Record<string, Change<z.ZodMiniType>> = {
  name: declare({
    form: "name",
    schema: profile.changeNameInput,
    change: (session, value) => callApi(session, profile.changeName, value),
    said: "nameSaved",
  }),
  password: declare({
    form: "password",
    schema: passwordForm,
    change: (session, { oldPassword, newPassword, secondFactorCode }) =>
      callApi(session, profile.changePassword, { oldPassword, newPassword, secondFactorCode }),
    said: "passwordChanged",
  }),
  avatar: declare({
    form: "avatar",
    schema: profile.avatarInput,
    change: (session, value) => callApi(session, profile.uploadAvatar, value),
    said: "avatarSaved",
  }),
  removeAvatar: declare({
    form: "avatar",
    schema: profile.removeAvatar.input,
    change: (session) => callApi(session, profile.removeAvatar, {}),
    said: "avatarRemoved",
  }),
  endSession: declare({
    form: "sessions",
    schema: security.endSession.input,
    change: (session, value) => callApi(session, security.endSession, value),
    said: "sessionEnded",
  }),
  endOthers: declare({
    form: "sessions",
    schema: security.endOtherSessions.input,
    change: (session) => callApi(session, security.endOtherSessions, {}),
    said: "othersEnded",
  }),
  addPasskey: declare({
    form: "passkey",
    schema: security.addPasskeyInput,
    change: (session, value) => callApi(session, security.addPasskey, value),
    said: "passkeyAdded",
  }),
  removePasskey: declare({
    form: "removePasskey",
    schema: security.removePasskey.input,
    change: (session, value) => callApi(session, security.removePasskey, value),
    said: "passkeyRemoved",
  }),
};

/** Does what the pressed button asks for; what is wrong goes back to its form. */
export async function changeProfile(request: Request, session: ClientCaller) {
  const form = await readUpload(request, { maxFileBytes: avatarMaxBytes, maxFiles: 1 });
  const wanted = changes[String(form.get("intent"))];
  if (!wanted) throw data({ message: "notFound" }, { status: 400 });
  const submission = parseForm(form, wanted.schema);
  try {
    if (submission.status !== "success") return answerTo(wanted.form, invalidForm(submission));
    await wanted.change(session, submission.value);
  } catch (error) {
    return answerTo(wanted.form, refusedForm(submission, error));
  }
  const t = await textFor(request, "profile");
  throw await redirectWithToast(paths.profile, t(wanted.said));
}

function answerTo(form: string, { data: answer, init }: ReturnType<typeof invalidForm>) {
  return data({ ...answer, form }, init ?? undefined);
}
