import { join } from "node:path";
import { fileMail } from "./file";
import { smtpMail } from "./smtp";
import type { MailTransport } from "./transport";

type Wanted = {
  dataDir: string;
  publicOrigin: string;
  productName: string;
  log: Parameters<typeof fileMail>[0]["log"];
  /** `SMTP_URL`; without it letters become files. */
  smtpUrl?: string;
  /** `MAIL_FROM`, an address or `Name <address>`. */
  from?: string;
};

/** The transport that the settings ask for. */
export function mailTransport({
  dataDir,
  publicOrigin,
  productName,
  log,
  smtpUrl,
  from,
}: Wanted): MailTransport {
  const domain = new URL(publicOrigin).hostname;
  const sender = { from: from ?? `"${productName.replace(/["\\]/g, "")}" <no-reply@${domain}>`, domain };
  return smtpUrl
    ? smtpMail({ url: smtpUrl, sender })
    : fileMail({ folder: join(dataDir, "mail"), sender, log });
}
