import { createTransport } from "nodemailer";
import { compose } from "./compose";
import type { MailSender, MailTransport } from "./transport";

/** Sends by an SMTP server: `url` is `smtp://user:password@host:port` or `smtps://…`. */
export function smtpMail({ url, sender }: { url: string; sender: MailSender }): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async deliver(message) {
      await transport.sendMail(compose(message, sender));
    },
    close: () => transport.close(),
  };
}
