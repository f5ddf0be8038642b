// `npm run conformance -- --url http://localhost:3000 [--email … --password … [--spend]]`
// Checks whether a service behind `/api` conforms to the contract, for operators with their own backend.
import { parseArgs } from "node:util";
import { checkService } from "./run";

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://localhost:3000" },
    email: { type: "string" },
    password: { type: "string" },
    spend: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  },
});

if (values.help) {
  console.log("conformance --url http://localhost:3000 [--email client@example.com --password … [--spend]]");
  console.log("Without a login only the outside is tried: locks, signatures, the form of refusals.");
  console.log(
    "With one it reads all that the client has, writes a ticket and orders deposits, and puts them away again.",
  );
  console.log(
    "With --spend it also rents the cheapest server with the client's balance, twice under one key.",
  );
  process.exit(0);
}

const { email, password, spend } = values;
const { list, notOffered, skipped } = await checkService({
  url: values.url.replace(/\/+$/, ""),
  ...(email && password && { login: { email, password } }),
  spend,
});
const problems = list.filter(({ problem }) => problem !== null);
for (const { name, problem } of problems) console.error(`not kept: ${name}: ${problem}`);
if (notOffered.size > 0) console.log(`not offered by this service: ${[...notOffered].sort().join(", ")}`);
if (skipped.size > 0)
  console.log(`not asked, as the client has nothing to ask for: ${[...skipped].sort().join(", ")}`);
console.log(`${list.length - problems.length} passed, ${problems.length} failed`);
process.exit(problems.length === 0 ? 0 : 1);
