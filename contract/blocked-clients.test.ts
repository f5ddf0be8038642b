import { expect, it } from "vitest";
import { allEndpoints } from "./index";

/** What a client blocked by staff may still do: sign in and out, read, write tickets. */
const open: Record<string, string> = {
  "user.logout": "ends the own session",
  "user.changeLanguage": "how pages are read",
  "profile.changeTimeZone": "how pages are read",
  "security.prove": "changes nothing by itself",
  "partner.rentalStatistics": "reads",
  "support.createTicket": "writes to support",
  "support.replyTicket": "writes to support",
  "support.closeTicket": "writes to support",
  "vps.quoteRent": "reads",
  "vps.quoteRenewal": "reads",
  "vps.quoteUpgrade": "reads",
};

it("an endpoint is open to blocked clients only if this table lists it", () => {
  const openEndpoints = allEndpoints
    .filter(({ endpoint }) => endpoint.isOpenToBlocked)
    .map(({ name }) => name)
    .sort();
  expect(openEndpoints).toEqual(Object.keys(open).sort());
});
