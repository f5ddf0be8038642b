import type { Answer } from "#api/lib/answer";

/** An outgoing email with both parts; `link` or `code` is what its reader needs. */
export type MailMessage = {
  /** Unique per email: a repeated delivery has the same Message-ID, so that a mailbox can recognize it. */
  id: string;
  to: string;
  template: string;
  subject: string;
  text: string;
  html: string;
  link?: string;
  code?: string;
  /** The address that stops emails of this kind by one POST (RFC 8058). */
  unsubscribe?: string;
  attachments?: { filename: string; content: Buffer; contentType: string; cid?: string }[];
};

/**
 * The recipient's server reports that the mailbox does not exist: a retry is useless, and harms the sender's
 * reputation.
 */
export class NoSuchMailbox extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = "NoSuchMailbox";
  }
}

/** The transport for outgoing emails. `deliver` resolves when the email is handed over and throws if it is not. */
export interface MailTransport {
  /** @throws {NoSuchMailbox} if the address is rejected permanently */
  deliver(message: MailMessage): Promise<void>;
  /**
   * Makes a harmless request to the mail server; resolves to its own description.
   *
   * @throws if it does not answer, or does not accept the user and password
   */
  check(): Promise<string | Answer>;
  /** Verifies reports of bounced emails (`POST /api/mail/returns`); without it none are accepted. */
  bounceSecret?: string;
  close?(): void;
}

/** The DKIM key, by which a recipient's server verifies the sender (RFC 6376). */
export type MailSigner = { domainName: string; keySelector: string; privateKey: string };

/** The sender of emails. */
export type MailSender = {
  /** `Name <address>`. */
  from: string;
  /** The domain of that address: message ids and signatures use it instead of the machine's name. */
  domain: string;
  /** Where undeliverable emails return to; by default the sender's address. */
  returnTo?: string;
  signer?: MailSigner;
};
