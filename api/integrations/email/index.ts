import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "#api/lib/environment";
import { fileMail } from "./file";
import { smtpMail } from "./smtp";
import type { MailSender, MailTransport } from "./transport";

type Wanted = {
  dataDir: string;
  publicOrigin: string;
  productName: string;
  log: Parameters<typeof fileMail>[0]["log"];
  env: Environment;
};

/**
 * The transport that the settings ask for: SMTP_URL, without which letters become files; MAIL_FROM, an address or `Name <address>`;
 * MAIL_RETURN_TO, MAIL_BOUNCE_SECRET, DKIM_SELECTOR and DKIM_KEY_FILE.
 */
export function mailTransport({ dataDir, publicOrigin, productName, log, env }: Wanted): MailTransport {
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
  return { domainName, keySelector: DKIM_SELECTOR, privateKey: readFileSync(DKIM_KEY_FILE, "utf8") };
}
