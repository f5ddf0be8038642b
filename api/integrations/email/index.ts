import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import SmtpPool from "nodemailer/lib/smtp-pool/index.js";
import { answer } from "#api/lib/answer";
import type { Environment } from "#api/lib/environment";
import { StartupError } from "#api/lib/startup-error";
import { compose } from "./compose";
import { fileMail } from "./file";
import type { MailSender, MailTransport } from "./transport";
import { NoSuchMailbox } from "./transport";

/**
 * Headers covered by the signature: nodemailer's default list lacks List-Unsubscribe-Post, which RFC 8058 requires.
 */
const signedHeaders =
  "From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post";

/** "There is no such mailbox" in RFC 3463: 5.1.1 and related codes, after a 550, 551 or 553. */
const noSuchMailbox = /^55[013][ -]5\.1\.(1|2|3|6|10)\b/;

/** Sends by an SMTP server: `url` is `smtp://user:password@host:port` or `smtps://…`. */
export function smtpMail({ url, sender }: { url: string; sender: MailSender }): MailTransport {
  // if it is given an address, createTransport ignores its other options: the pool reads both
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
    async check() {
      await transport.verify();
      return answer("hostAnswers", { host: new URL(url).host });
    },
    close: () => transport.close(),
  };
}

type MailOptions = {
  dataDir: string;
  publicOrigin: string;
  productName: string;
  log: Parameters<typeof fileMail>[0]["log"];
  env: Environment;
};

/**
 * Returns the transport of the settings: SMTP_URL, without which emails become files; MAIL_FROM, an address or `Name
 * <address>`; MAIL_RETURN_TO, MAIL_BOUNCE_SECRET, DKIM_SELECTOR and DKIM_KEY_FILE.
 */
export function mailTransport({ dataDir, publicOrigin, productName, log, env }: MailOptions): MailTransport {
  const { SMTP_URL, MAIL_FROM, MAIL_BOUNCE_SECRET } = env;
  const host = new URL(publicOrigin).hostname;
  const from = MAIL_FROM ?? `"${productName.replace(/["\\]/g, "")}" <no-reply@${host}>`;
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? host;
  const sender: MailSender = {
    from,
    domain,
    returnTo: env.MAIL_RETURN_TO,
    signer: signerOf(domain, env),
  };
  const transport = SMTP_URL
    ? smtpMail({ url: SMTP_URL, sender })
    : fileMail({ folder: join(dataDir, "mail"), sender, log });
  return { ...transport, bounceSecret: MAIL_BOUNCE_SECRET };
}

function signerOf(domainName: string, { DKIM_SELECTOR, DKIM_KEY_FILE }: Environment): MailSender["signer"] {
  if (!DKIM_SELECTOR || !DKIM_KEY_FILE) return undefined;
  try {
    return { domainName, keySelector: DKIM_SELECTOR, privateKey: readFileSync(DKIM_KEY_FILE, "utf8") };
  } catch (error) {
    throw new StartupError(`DKIM_KEY_FILE can't be read: ${(error as Error).message}`);
  }
}
