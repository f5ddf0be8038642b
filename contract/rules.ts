/** Limits and constants of the specification (sections 5 and 9), shared by the browser, the cabinet and the API. */

export const passwordMinLength = 8;
export const passwordMaxLength = 256;
export const codeLength = 6;
export const codeLifetimeMinutes = 10;
export const maxCodeAttempts = 5;
/** Sessions that are listed: the latest ones. */
export const listedSessions = 10;
/** Maximum of codes per account and day; browsers that have signed in to the account before have their own limit. */
export const codesADay = { newBrowsers: 40, knownBrowsers: 10 } as const;
/** Validity of recent authentication by password and second step, for their session. */
export const recentAuthMinutes = 5;
/** Same, for endpoints that need it only if two-step login is on. */
export const recentTwoStepMinutes = 15;
/** With two-step login, a transfer above this sum per day, or to a new recipient, needs recent authentication. */
export const usualTransferCents = 10_000;
/** Pause before a new code can be requested. */
export const codePauseSeconds = 60;
export const nameMaxLength = 100;
export const emailMaxLength = 254;
export const commentMaxLength = 200;

/** The client is read with every page; a higher rate is not a person's (specification, section 8: 429). */
export const userReadsPerMinute = 3_000;

/** The access token is refreshed if less than this remains (specification, section 4). */
export const tokenRefreshSeconds = 5;

/** Maximum of unpaid deposit orders created per client and hour: the payment system is polled about each for days. */
export const unpaidOrdersPerHour = 30;

/** How far ahead upcoming payments are calculated. */
export const comingMonths = 12;
export const rentalMonths = [1, 3, 6, 12] as const;
/** A promo code discounts a 1-month rental (specification, section 9). */
export const promoCodeMonths = 1;
export const serversPerPage = 20;
/** A blocked server is revoked after this many days without a payment. */
export const serverGraceDays = 7;
/** Days left at which emails about the end of the paid time are sent (issue: 3 days, 1 day, on the day). */
export const renewalNoticeDays = [3, 1, 0] as const;
export const testServerDays = 3;
/** Days before a maintenance window from which the client's pages show it. */
export const maintenanceNoticeDays = 7;

export const monitoringAccounts = { min: 1, max: 50 } as const;
export const monitoringMonths = { min: 1, max: 12 } as const;
/** Free accounts of every client. */
export const monitoringFreeAccounts = 1;
export const monitoringAccountMonthCents = 200;
/** Period by which autopay extends a subscription. */
export const monitoringAutopayMonths = 1;
export const tradesPerPage = 20;
/** Missed intervals after which a terminal counts as silent. */
export const missedIntervals = 3;

export const ticketTextMaxLength = 1024;
export const ticketTitleMaxLength = 120;
export const ticketFileTypes = ["image/jpeg", "image/gif", "image/png", "application/pdf"] as const;
export const ticketFileMaxBytes = 5 * 1024 * 1024;
export const ticketFilesMax = 5;
/** Total size of a client's ticket files. */
export const ticketQuotaBytes = 200 * 1024 * 1024;
/** Maximum of messages per client and minute. */
export const ticketMessagesPerMinute = 10;

/** Maximum size of a request body without files, and with files. */
export const formMaxBytes = 256 * 1024;
/** Characters of a version of the offer, the policy or the FAQ. */
export const documentMaxLength = 200_000;
/** For the form of such a text: a character takes up to nine bytes there, and a text that is too long is to be told so. */
export const documentFormMaxBytes = 2 * 1024 * 1024;
export const uploadMaxBytes = 54 * 1024 * 1024;

export const avatarTypes = ["image/jpeg", "image/gif", "image/png", "image/webp"] as const;
export const avatarMaxBytes = 1024 * 1024;
/** Sizes of the stored squares, in pixels. */
export const avatarSizes = [64, 128, 256] as const;
export const passkeyNameMaxLength = 40;
export const passkeysMax = 10;

export const referralLevels = [1, 2, 3] as const;
export const withdrawalWorkingDays = 5;
export const testServerWorkingDays = 1;
/** Notice period of a price increase (public offer, 11.2). */
export const priceNoticeDays = 10;
export const walletMaxLength = 120;
export const promoNameMinLength = 4;
export const promoNameMaxLength = 16;
export const promoCodesMax = 20;
export const snapshotNameMaxLength = 40;
export const controlMinutes = { min: 1, max: 2 } as const;
export const upgradeDowntimeHours = 1;

export const returnToMaxLength = 500;
export const txidMinLength = 8;
export const txidMaxLength = 128;
export const publicAccountsPerPage = 20;
export const ledgerLinesPerPage = 20;
export const invoicesPerPage = 20;
/** Maximum of ledger lines in a statement; a longer one has to be requested in parts. */
export const statementMaxLines = 2000;

/** The calendar presets of statistics and histories (specification, section 9). */
export const presets = ["all", "week", "month", "quarter", "year"] as const;

/** Valid `Idempotency-Key` values, including UUIDs. */
export const idempotencyKeyForm = /^[\w-]{8,100}$/;

/** Minutes that a staff member sees the pages of a client. */
export const viewMinutes = 15;

/** Days that the link confirming a new wallet works; a request whose wallet is not confirmed by then is cancelled. */
export const walletLinkDays = 3;
