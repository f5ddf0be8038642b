import { newRenter, rentOnLine } from "./support/rent-flow";
import { expect, test } from "./support/test";
import { slowLine } from "./support/wire";

/**
 * What a client on a slow line waits for, from the login to a server that is paid for: pages, the dictionary that they are compressed by,
 * and redirects, with their heads. The limit is the goal of the design (docs/decisions/0200, 0230).
 */
const limits = { kilobytes: 20, requests: 7 };

test("from the login to a paid server no more goes over the line than its budget", async ({
  page,
  request,
  mailbox,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const renter = await newRenter(request, mailbox.letterTo);
  // times are nobody's business here, so the processor is left as it is
  const line = { ...slowLine, slowdown: 1 };
  // nobody types their password before it has come: it is asked for as soon as the form stands there
  const typed = page.waitForResponse(/\/dictionary-/).then((answer) => answer.finished());
  const { carried } = await rentOnLine(page, baseURL ?? "", line, renter, typed);
  await test.info().attach("carried.json", { body: JSON.stringify(carried, null, 2) });
  if (process.env.REPORT) console.log(carried);
  // script comes when it is asked for, and is weighed in bytes.spec.ts
  expect((carried.bytes - carried.scriptBytes) / 1024).toBeLessThanOrEqual(limits.kilobytes);
  expect(carried.requests - carried.scriptRequests).toBeLessThanOrEqual(limits.requests);
});
