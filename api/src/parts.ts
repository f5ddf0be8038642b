import type { Logger } from "pino";
import type { Database } from "./db/connect";
import type { ChatBot } from "./outside/bot/bot";
import type { FileStore } from "./outside/files/store";
import type { MailTransport } from "./outside/mail/transport";
import type { Payments } from "./outside/payments/system";
import type { Provisioner } from "./outside/provisioner/provisioner";
import type { Clock } from "./values/clock";
import type { Ids } from "./values/ids";
import type { Settings } from "./values/settings";

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
  /** What one argon2id hash of a password costs. */
  passwordCost: { memoryKib: number; passes: number };
};
