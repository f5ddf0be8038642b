import type * as z from "zod/mini";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import type { FormContext } from "#app/services/form-action.server";
import { form, formAction } from "#app/services/form-action.server";
import { translationsFor } from "#app/services/locale.server";
import type { ClientCaller } from "#app/services/session.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as profile from "#contract/profile/index";
import { avatarMaxBytes } from "#contract/rules";
import * as security from "#contract/security/index";
import type { PlainKey } from "#locales/translate";
import { passwordForm } from "./password-form";

/** Declares a form that changes something and returns to the profile with a message. */
const change = <Schema extends z.ZodMiniObject>(
  schema: Schema,
  message: PlainKey<"profile">,
  apply: (caller: ClientCaller, value: z.output<Schema>) => Promise<unknown>,
) =>
  form(schema, async (value, { request, caller }: FormContext<ClientCaller>) => {
    await apply(caller, value);
    const t = await translationsFor(request, "profile");
    return redirectWithToast(paths.profile, t(message));
  });

export const changeProfile = formAction(
  requireClient,
  {
    changeName: change(profile.changeNameInput, "nameSaved", (caller, value) =>
      callApi(caller, profile.changeName, value),
    ),
    changePassword: change(
      passwordForm,
      "passwordChanged",
      (caller, { oldPassword, newPassword, secondFactorCode }) =>
        callApi(caller, profile.changePassword, { oldPassword, newPassword, secondFactorCode }),
    ),
    uploadAvatar: change(profile.avatarInput, "avatarSaved", (caller, value) =>
      callApi(caller, profile.uploadAvatar, value),
    ),
    removeAvatar: change(profile.removeAvatar.input, "avatarRemoved", (caller) =>
      callApi(caller, profile.removeAvatar, {}),
    ),
    endSession: change(security.endSession.input, "sessionEnded", (caller, value) =>
      callApi(caller, security.endSession, value),
    ),
    endOtherSessions: change(security.endOtherSessions.input, "othersEnded", (caller) =>
      callApi(caller, security.endOtherSessions, {}),
    ),
    addPasskey: change(security.addPasskeyInput, "passkeyAdded", (caller, value) =>
      callApi(caller, security.addPasskey, value),
    ),
    removePasskey: change(security.removePasskey.input, "passkeyRemoved", (caller, value) =>
      callApi(caller, security.removePasskey, value),
    ),
    keepPasskey: change(security.keepPasskey.input, "passkeyKept", (caller, value) =>
      callApi(caller, security.keepPasskey, value),
    ),
  },
  { files: { maxFileBytes: avatarMaxBytes } },
);
