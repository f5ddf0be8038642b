import type Mail from "nodemailer/lib/mailer";
import type { MailMessage, MailSender } from "./transport";

/** Returns a message for nodemailer, with the headers of automatic emails (RFC 3834, RFC 8058). */
export function compose(message: MailMessage, sender: MailSender): Mail.Options {
  return {
    from: sender.from,
    ...(sender.returnTo && { envelope: { from: sender.returnTo, to: message.to } }),
    // an object, not a string: nothing in it is parsed as a list of addresses
    to: { name: "", address: message.to },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${message.id}@${sender.domain}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(message.unsubscribe && {
        "List-Unsubscribe": { prepared: true, value: `<${message.unsubscribe}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    attachments: message.attachments,
    // emails are made from texts: nothing in them may name a file or an address to read
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
