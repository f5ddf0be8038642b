import { pino } from "pino";
import { connect } from "#api/db/connect";
import type { Deps } from "#api/deps";
import { sendAnnouncementJob } from "#api/modules/announcements/send";
import { exampleProvider, readBrand } from "#contract/branding/brand";

/** `node … <database> <announcement>`: sends it and prints each address on a line of standard output. */
const [url = "", id = ""] = process.argv.slice(2);
const { db, close } = connect(url);
await sendAnnouncementJob.run({ id }, {
  db,
  clock: { now: () => new Date() },
  log: pino({ level: "silent" }),
  settings: {
    publicOrigin: "http://localhost:3000",
    dataDir: "",
    brand: readBrand(exampleProvider),
    secret: "test secret",
  },
  mail: {
    check: async () => "",
    deliver: async ({ to }: { to: string }) => void process.stdout.write(`${to}\n`),
  },
} as unknown as Deps);
await close();
