import type { Verb } from "#api/calls/verb";
import { activity, endOtherSessions, endSession, securityState, sessions } from "./own-sessions";
import { passkeyLogin, passkeyLoginOptions } from "./passkey-login";
import { addPasskey, passkeyRegistration, removePasskey } from "./passkeys";
import { secondStep } from "./second-step";
import { newRecoveryCodes, prepareTwoStep, turnOffTwoStep, turnOnTwoStep } from "./two-step";

export const securityVerbs: readonly Verb[] = [
  securityState,
  sessions,
  endSession,
  endOtherSessions,
  activity,
  prepareTwoStep,
  turnOnTwoStep,
  turnOffTwoStep,
  newRecoveryCodes,
  passkeyRegistration,
  addPasskey,
  removePasskey,
  secondStep,
  passkeyLoginOptions,
  passkeyLogin,
];
