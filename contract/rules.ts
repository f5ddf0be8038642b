/** Limits and constants of the specification (sections 5 and 9), shared by the browser, the cabinet and the API. */

export const passwordMinLength = 8;
export const passwordMaxLength = 256;
export const codeLength = 6;
export const codeLifetimeMinutes = 10;
export const codeTries = 5;
/** So many codes of an account are looked at a day; some of them are kept for browsers that it was opened with. */
export const codesADay = { newBrowsers: 40, knownBrowsers: 10 } as const;
/** Password and second step, given once more, hold so long for their session. */
export const recentAuthMinutes = 5;
/** The same for endpoints that need it only where two-step login is on. */
export const recentTwoStepMinutes = 15;
/** More than this a day, or to a recipient not paid before, a transfer needs recent authentication where two-step login is on. */
export const usualTransferCents = 10_000;
/** A new code can be asked for after this pause. */
export const codePauseSeconds = 60;
export const nameMaxLength = 100;
export const emailMaxLength = 254;
export const commentMaxLength = 200;

/** A client is read with every page; more often than this it is no person who asks (specification, section 8: 429). */
export const userReadsPerMinute = 3_000;

/** The access token is refreshed when fewer seconds than this remain (specification, section 4). */
export const tokenRefreshSeconds = 5;

/** Orders of deposits that a client may make within an hour and leave unpaid: each is asked after for days. */
export const unpaidOrdersPerHour = 30;

/** Payments to come are looked at so many months ahead. */
export const comingMonths = 12;
export const rentalMonths = [1, 3, 6, 12] as const;
/** A promo code discounts a 1-month rental (specification, section 9). */
export const promoCodeMonths = 1;
export const serversPerPage = 20;
/** A blocked server is revoked after so many days without a payment. */
export const serverGraceDays = 7;
/** E-mails before the paid time ends, by days left (issue: 3 days, 1 day, on the day). */
export const renewalNoticeDays = [3, 1, 0] as const;
export const testServerDays = 3;

export const monitoringAccounts = { min: 1, max: 50 } as const;
export const monitoringMonths = { min: 1, max: 12 } as const;
/** Accounts that every client may watch without paying. */
export const monitoringFreeAccounts = 1;
export const monitoringAccountMonthCents = 200;
/** Autopay continues a subscription by so many months at a time. */
export const monitoringAutopayMonths = 1;
export const tradesPerPage = 20;
/** A terminal that missed so many of its intervals is silent. */
export const missedIntervals = 3;

export const ticketTextMaxLength = 1024;
export const ticketTitleMaxLength = 120;
export const ticketFileTypes = ["image/jpeg", "image/gif", "image/png", "application/pdf"] as const;
export const ticketFileMaxBytes = 5 * 1024 * 1024;
export const ticketFilesMax = 5;
/** All files of a client together. */
export const ticketQuotaBytes = 200 * 1024 * 1024;
/** Messages that a client may write within a minute. */
export const ticketMessagesPerMinute = 10;

export const avatarTypes = ["image/jpeg", "image/gif", "image/png", "image/webp"] as const;
export const avatarMaxBytes = 1024 * 1024;
/** Squares that are kept, pixels. */
export const avatarSizes = [64, 128, 256] as const;
export const passkeyNameMaxLength = 40;
export const passkeysMax = 10;

export const referralLevels = [1, 2, 3] as const;
export const withdrawalWorkingDays = 5;
export const testServerWorkingDays = 1;
/** A client is told of a dearer price so many days before it holds (public offer, 11.2). */
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
export const movementsPerPage = 20;
export const invoicesPerPage = 20;
/** A statement holds so many movements at most; a longer one is asked for in parts. */
export const statementMaxLines = 2000;

/** The calendar presets of statistics and histories (specification, section 9). */
export const presets = ["all", "week", "month", "quarter", "year"] as const;

/** What an `Idempotency-Key` looks like: a UUID is one. */
export const idempotencyKeyForm = /^[\w-]{8,100}$/;
