import type { Handler } from "#api/http/handle";
import { notMe, readNotMe } from "./not-me";
import { activity, endOtherSessions, endSession, securityState, sessions } from "./own-sessions";
import { passkeyLogin, passkeyLoginOptions } from "./passkey-login";
import { addPasskey, keepPasskey, passkeyRegistration, removePasskey } from "./passkeys";
import { secondStep } from "./second-step";
import { staffActivity } from "./staff-activity";
import { newRecoveryCodes, prepareTwoStep, prove, turnOffTwoStep, turnOnTwoStep } from "./two-step";

export const securityRoutes: readonly Handler[] = [
  securityState,
  sessions,
  endSession,
  endOtherSessions,
  activity,
  staffActivity,
  prove,
  prepareTwoStep,
  turnOnTwoStep,
  turnOffTwoStep,
  newRecoveryCodes,
  passkeyRegistration,
  addPasskey,
  removePasskey,
  keepPasskey,
  readNotMe,
  notMe,
  secondStep,
  passkeyLoginOptions,
  passkeyLogin,
];
