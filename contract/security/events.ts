/** What an account's activity page tells about; each kind has its words in `locales/<language>/profile.json`. */
export const securityEventKinds = [
  "login",
  "loginFailed",
  "secondStepFailed",
  "logout",
  "passwordChanged",
  "passwordReset",
  "totpOn",
  "totpOff",
  "recoveryMade",
  "recoveryUsed",
  "passkeyAdded",
  "passkeyRemoved",
  "passkeyKept",
  "chatLinked",
  "notMe",
  "sessionEnded",
  "otherSessionsEnded",
  "credentialsShown",
  "walletAdded",
  "withdrawalRequested",
] as const;

export type SecurityEventKind = (typeof securityEventKinds)[number];
