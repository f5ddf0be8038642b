import { createTransport } from "nodemailer";
import SmtpPool from "nodemailer/lib/smtp-pool/index.js";
import { compose } from "./compose";
import type { MailSender, MailTransport } from "./transport";
import { NoSuchMailbox } from "./transport";

/** What a signature covers: nodemailer's own list has no List-Unsubscribe-Post, which RFC 8058 wants to be covered. */
const signedHeaders =
  "From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post";

/** "There is no such mailbox" in the words of RFC 3463: 5.1.1 and its neighbours, behind a 550, 551 or 553. */
const noSuchMailbox = /^55[013][ -]5\.1\.(1|2|3|6|10)\b/;

/** Sends by an SMTP server: `url` is `smtp://user:password@host:port` or `smtps://…`. */
export function smtpMail({ url, sender }: { url: string; sender: MailSender }): MailTransport {
  // given an address, createTransport takes nothing else from its options: the pool reads both
  const pool = new SmtpPool({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  const transport = createTransport(pool);
  const dkim = sender.signer && { ...sender.signer, headerFieldNames: signedHeaders };
  return {
    async deliver(message) {
      try {
        await transport.sendMail({ ...compose(message, sender), dkim });
      } catch (error) {
        const { response } = error as Error & { response?: string };
        throw response && noSuchMailbox.test(response) ? new NoSuchMailbox(response) : error;
      }
    },
    close: () => transport.close(),
  };
}
