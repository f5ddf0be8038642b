import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "#api/values/environment";
import { fileMail } from "./file";
import { smtpMail } from "./smtp";
import type { MailSender, MailTransport } from "./transport";

type Wanted = {
  dataDir: string;
  publicOrigin: string;
  productName: string;
  log: Parameters<typeof fileMail>[0]["log"];
  settings: Environment;
};

/**
 * The transport that the settings ask for: SMTP_URL, without which letters become files; MAIL_FROM, an address or `Name <address>`;
 * MAIL_RETURN_TO, MAIL_BOUNCE_SECRET, DKIM_SELECTOR and DKIM_KEY_FILE.
 */
export function mailTransport({ dataDir, publicOrigin, productName, log, settings }: Wanted): MailTransport {
  const { SMTP_URL, MAIL_FROM, MAIL_BOUNCE_SECRET } = settings;
  const host = new URL(publicOrigin).hostname;
  const from = MAIL_FROM || `"${productName.replace(/["\\]/g, "")}" <no-reply@${host}>`;
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? host;
  const sender: MailSender = {
    from,
    domain,
    returnTo: settings.MAIL_RETURN_TO || undefined,
    signer: signerOf(domain, settings),
  };
  const transport = SMTP_URL
    ? smtpMail({ url: SMTP_URL, sender })
    : fileMail({ folder: join(dataDir, "mail"), sender, log });
  return { ...transport, bounceSecret: MAIL_BOUNCE_SECRET || undefined };
}

function signerOf(domainName: string, { DKIM_SELECTOR, DKIM_KEY_FILE }: Environment): MailSender["signer"] {
  if (!DKIM_SELECTOR && !DKIM_KEY_FILE) return undefined;
  if (!DKIM_SELECTOR || !DKIM_KEY_FILE)
    throw new Error("Letters are signed by DKIM_SELECTOR and DKIM_KEY_FILE together, or not at all");
  return { domainName, keySelector: DKIM_SELECTOR, privateKey: readFileSync(DKIM_KEY_FILE, "utf8") };
}
