import type { Logger } from "pino";
import type { Database } from "./db/connect";
import type { MailTransport } from "./integrations/email/transport";
import type { Payments } from "./integrations/payments/system";
import type { Provisioner } from "./integrations/provisioner/provisioner";
import type { FileStore } from "./integrations/storage/store";
import type { ChatBot } from "./integrations/telegram/bot";
import type { Clock } from "./lib/clock";
import type { Ids } from "./lib/ids";
import type { Settings } from "./lib/settings";

/** Dependencies of handlers and jobs: `createApp(deps)` and the worker take the same. */
export type Deps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  log: Logger;
  mail: MailTransport;
  files: FileStore;
  provisioner: Provisioner;
  payments: Payments;
  /** Null if the operator has no chat-bot. */
  bot: ChatBot | null;
  settings: Settings;
  /** Cost of one argon2id hash of a password. */
  passwordCost: { memoryKib: number; passes: number };
};
