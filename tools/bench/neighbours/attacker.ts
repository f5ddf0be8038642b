import { setPriority } from "node:os";
import { worstThings } from "#api/testing/worst-requests";
import { apiAt } from "./api-at";

/** One client who does one of the worst things in rounds until it is killed: `attacker <origin> <thing> <id> <email> <token>`. */
const [origin = "", name, id = "", email = "", token = ""] = process.argv.slice(2);
const thing = worstThings.find((one) => one.name === name);
if (!thing) throw new Error(`Nothing is called ${name}`);
// its own work is not the service's: elsewhere it has a machine of its own
setPriority(19);
const api = apiAt(origin);
for (let round = 0; ; round++)
  await Promise.all(thing.send(api, { id, email, token }, round).map((sent) => sent.catch(() => undefined)));
