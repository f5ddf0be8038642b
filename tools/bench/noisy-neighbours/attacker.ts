import { setPriority } from "node:os";
import { heavyRequests } from "#api/testing/heavy-requests";
import { remoteApi } from "./remote-api";

/**
 * A client that repeats one of the worst loads until it is killed: `attacker <origin> <thing> <id> <email> <token>`.
 */
const [origin = "", name, id = "", email = "", token = ""] = process.argv.slice(2);
const load = heavyRequests.find((one) => one.name === name);
if (!load) throw new Error(`Nothing is called ${name}`);
// lowest priority: its own work does not belong to the service, and in reality it would run on another machine
setPriority(19);
const api = remoteApi(origin);
for (let round = 0; ; round++)
  await Promise.all(load.send(api, { id, email, token }, round).map((sent) => sent.catch(() => undefined)));
