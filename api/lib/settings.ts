import type { Brand } from "#contract/branding/brand";
import type { TaxRule } from "./tax-rules";

/** A bucket of S3, or of a compatible service. */
export type Bucket = {
  /** Without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The limit of `twoPersonLimitCents` where none is set. */
export const defaultTwoPersonLimitCents = 100_00;

/** Returns the sum in cents above which staff needs a second person to change a balance. */
export const twoPersonLimitCents = (settings: Pick<Settings, "twoPersonLimitCents">): number =>
  settings.twoPersonLimitCents ?? defaultTwoPersonLimitCents;

/** Settings of the whole service. */
export type Settings = {
  /** The cabinet's public URL, without a trailing slash: `http://localhost:3000`. */
  publicOrigin: string;
  /** Folder for the service's files: database, emails, uploads. */
  dataDir: string;
  /** Uploads are accepted while this percentage of `dataDir`'s disk is free; without it, always. */
  minFreeDiskPercent?: number;
  /** The bucket for uploads, instead of `dataDir`. */
  bucket?: Bucket;
  /** The brand: name, mark, band, legal details. */
  brand: Brand;
  /** Days within which a deposit may be reversed, by payment method; none for methods not listed. */
  clearingDays?: Record<string, number>;
  /**
   * Corrections of a balance by staff that come to more than this within 24 hours need a second person; 0: all of
   * them. A deposit is accepted with at most this much above its order.
   */
  twoPersonLimitCents?: number;
  /** Taxes included in prices; none without rules. */
  taxRules?: readonly TaxRule[];
  /** Signs data that leaves the service and comes back. */
  secret: string;
  /**
   * The previous secret during a key rotation: it decrypts and verifies existing data, and is not used for new data.
   */
  previousSecret?: string;
  /** A demo prints the codes that staff would read from a phone. */
  isDemo?: boolean;
  /** Signs requests to the webhooks of staff. */
  staffWebhookSecret?: string;
};
