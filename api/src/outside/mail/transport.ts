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

/** The way letters leave the service. `deliver` resolves when the letter is handed over and throws when it is not. */
export interface MailTransport {
  deliver(message: MailMessage): Promise<void>;
  close?(): void;
}

/** Who the letters come from: `from` as `Name <address>`, `domain` for message ids. */
export type MailSender = { from: string; domain: string };
