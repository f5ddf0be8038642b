import type { Brand } from "#contract/look/brand";
import type { TaxRule } from "./tax-rules";

/** A bucket of S3, or of what speaks its protocol. */
export type Bucket = {
  /** Without a slash at the end. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** What an operator says once for the whole service. */
export type Settings = {
  /** Where the cabinet is seen from outside, without a slash at the end: `http://localhost:3000`. */
  publicOrigin: string;
  /** Files of the service: database, letters, uploads. */
  dataDir: string;
  /** Files are taken while at least so much of `dataDir`'s disk is free, in percent; always where it is not said. */
  minFreeDiskPercent?: number;
  /** Where uploads are kept instead of `dataDir`. */
  bucket?: Bucket;
  /** Whose product this is: name, mark, band, legal details. */
  brand: Brand;
  /** Days in which a deposit may be reversed, by payment method; none for those that are not there. */
  clearingDays?: Record<string, number>;
  /** The taxes that prices contain; none without rules. */
  taxRules?: readonly TaxRule[];
  /** Signs what leaves the house and comes back. */
  secret: string;
  /** The secret before this one, while secrets are exchanged: it opens and proves what it made, and makes nothing new. */
  previousSecret?: string;
  /** A demo prints what its staff would read from a phone. */
  isDemo?: boolean;
  /** Signs what is posted to the webhooks of the staff. */
  staffWebhookSecret?: string;
};
