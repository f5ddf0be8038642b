import type { Logger } from "pino";
import type { Database } from "./db/connect";
import type { ChatBot } from "./outside/bot/bot";
import type { FileStore } from "./outside/files/store";
import type { MailTransport } from "./outside/mail/transport";
import type { Payments } from "./outside/payments/system";
import type { Provisioner } from "./outside/provisioner/provisioner";

/** The time; tests hold it. */
export type Clock = { now(): Date };

/** Chance; tests may hold it. */
export type Ids = {
  /** An unguessable id for a row: 20 characters of the URL alphabet without look-alikes. */
  id(): string;
  /** A secret for links, tokens and keys: 43 characters. */
  secret(): string;
  /** `length` decimal digits. */
  digits(length: number): string;
};

export type Settings = {
  /** Where the cabinet is seen from outside, without a slash at the end: `http://localhost:3000`. */
  publicOrigin: string;
  /** Files of the service: database, letters, uploads. */
  dataDir: string;
  productName: string;
  /** Signs what leaves the house and comes back. */
  secret: string;
};

/** Everything a verb or a job gets from outside: `createApp(parts)` and the worker take the same. */
export type Parts = {
  db: Database;
  clock: Clock;
  ids: Ids;
  log: Logger;
  mail: MailTransport;
  files: FileStore;
  provisioner: Provisioner;
  payments: Payments;
  /** Null where the operator runs none. */
  bot: ChatBot | null;
  settings: Settings;
};
