import { randomUUID } from "node:crypto";
import { link, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { answer } from "#api/lib/answer";
import { compose } from "./compose";
import type { MailSender, MailTransport } from "./transport";

type Log = { info(fields: object, message: string): void };

/**
 * Writes each email as an `.eml` file, `<time>-<recipient>-<template>.eml`, which any email program opens, and logs
 * its link or code. The default, for development and the demo.
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
    check: async () => answer("mailInFiles", { folder }),
    async deliver(message) {
      const { message: eml } = await transport.sendMail(compose(message, sender));
      const time = now().toISOString().replace(/[:.]/g, "-");
      const recipient = message.to.replace(/[^\w.@+-]/g, "_").slice(0, 100);
      const file = await writeNew(folder, `${time}-${recipient}-${message.template}`, eml);
      const { to, template, link, code } = message;
      log.info(
        { to, template, link, code, file },
        `mail: ${template} to ${to}${link ? `, link ${link}` : ""}`,
      );
    },
  };
}

/** Writes a file completely or not at all; two emails with the same name in one millisecond get a number. */
async function writeNew(folder: string, name: string, eml: Buffer | Readable): Promise<string> {
  await mkdir(folder, { recursive: true });
  const part = join(folder, `${randomUUID()}.part`);
  await writeFile(part, eml);
  try {
    for (let number = 1; ; number++) {
      const file = join(folder, `${name}${number === 1 ? "" : `-${number}`}.eml`);
      const isNew = await link(part, file).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== "EEXIST") throw error;
          return false;
        },
      );
      if (isNew) return file;
    }
  } finally {
    await rm(part);
  }
}
