/** A letter on its way out: both parts are there, and `link` or `code` is what its reader is to use. */
export type MailMessage = {
  /** Unique per letter: a repeated delivery carries the same Message-ID, so a mailbox can tell. */
  id: string;
  to: string;
  template: string;
  subject: string;
  text: string;
  html: string;
  link?: string;
  code?: string;
  /** The address that stops letters of this kind by one POST (RFC 8058). */
  unsubscribe?: string;
  attachments?: { filename: string; content: Buffer; contentType: string; cid?: string }[];
};

/** The recipient's server says that there is no such mailbox: trying again is of no use, and harms the sender's name. */
export class NoSuchMailbox extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = "NoSuchMailbox";
  }
}

/** The way letters leave the service. `deliver` resolves when the letter is handed over and throws when it is not. */
export interface MailTransport {
  /** @throws {NoSuchMailbox} where the address is refused for good */
  deliver(message: MailMessage): Promise<void>;
  /**
   * Asks the mail server something harmless; resolves to what it says of itself.
   *
   * @throws where it does not answer, or does not take the user and password
   */
  check(): Promise<string>;
  /** Signs reports of letters that came back (`POST /api/mail/returns`); none are taken without it. */
  bounceSecret?: string;
  close?(): void;
}

/** By which a recipient's server tells that a letter is the sender's own (RFC 6376). */
export type MailSigner = { domainName: string; keySelector: string; privateKey: string };

/** Who the letters come from. */
export type MailSender = {
  /** `Name <address>`. */
  from: string;
  /** Of that address: message ids and signatures are of the sender's domain, not of the machine's. */
  domain: string;
  /** Where letters come back to that can't be delivered; the sender's address where it is not given. */
  returnTo?: string;
  signer?: MailSigner;
};
