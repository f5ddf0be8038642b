import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { compose } from "./compose";
import type { MailSender, MailTransport } from "./transport";

type Log = { info(facts: object, message: string): void };

/**
 * Writes each letter as an `.eml` file, `<time>-<recipient>-<template>.eml`, which any mail program opens,
 * and names its link or code in the log. The default, for development and the demo.
 */
export function fileMail({
  folder,
  sender,
  log,
  now = () => new Date(),
}: {
  folder: string;
  sender: MailSender;
  log: Log;
  now?: () => Date;
}): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async deliver(message) {
      const { message: eml } = await transport.sendMail(compose(message, sender));
      const time = now().toISOString().replace(/[:.]/g, "-");
      const recipient = message.to.replace(/[^\w.@+-]/g, "_").slice(0, 100);
      const file = join(folder, `${time}-${recipient}-${message.template}.eml`);
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.part`, eml);
      await rename(`${file}.part`, file);
      const { to, template, link, code } = message;
      log.info(
        { to, template, link, code, file },
        `mail: ${template} to ${to}${link ? `, link ${link}` : ""}`,
      );
    },
  };
}
