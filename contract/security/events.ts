/** Events on an account's activity page; each kind has its text in `locales/<language>/profile.json`. */
export const securityEventKinds = [
  "login",
  "loginFailed",
  "secondStepFailed",
  "logout",
  "passwordChanged",
  "passwordReset",
  "emailChangeRequested",
  "emailChangeCancelled",
  "emailChanged",
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
  "serverReinstalled",
  "serverPasswordReset",
  "walletAdded",
  "withdrawalRequested",
  "dataExportRequested",
  "dataExportFetched",
] as const;

/**
 * Staff actions on an account that the client can see; each kind has its text in the same file. Notes and views are
 * not included.
 */
export const staffActionKinds = [
  "accountBlocked",
  "accountUnblocked",
  "sectionsChanged",
  "twoStepRemoved",
  "sessionsEnded",
  "balanceCredited",
  "balanceDebited",
  "depositAccepted",
  "depositRejected",
  "depositRefunded",
  "withdrawalSent",
  "withdrawalPaid",
  "withdrawalRejected",
  "withdrawalCancelled",
  "serverBlocked",
  "serverReleased",
  "serverRevoked",
  "serverRefunded",
  "upgradeRefunded",
  "serverUpgraded",
  "serverConsole",
  "snapshotTaken",
  "snapshotRestored",
  "snapshotDeleted",
  "testServerApproved",
  "testServerRejected",
  "ticketClosed",
  "emailResent",
  "accountViewed",
] as const;
export type StaffActionKind = (typeof staffActionKinds)[number];

export type SecurityEventKind = (typeof securityEventKinds)[number];
