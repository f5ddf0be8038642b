import { daySeconds } from "#contract/day";

/** Paths that are not pages, or that perform an action. */
const never = [
  "/api/*",
  "/actions/*",
  "/assets/*",
  "/logout",
  "/sandbox/*",
  // staff see who has opened an item, and a link to view as a client works once
  "/admin",
  "/admin/*",
  "/view-as-client",
  // opening a ticket marks it as read
  "/support/*",
  "/it-was-not-me/*",
  "/confirm-email/*",
  "/online-monitoring/unsubscribe/*",
  "/*.*",
  "/*/files/*",
  "/*/rdp",
  "/*/csv",
];

const rules = {
  prefetch: [
    {
      source: "document",
      where: {
        and: [
          { href_matches: "/*" },
          { not: { href_matches: never } },
          { not: { selector_matches: "[download], [target=_blank], [rel~=nofollow]" } },
        ],
      },
      // prefetch on hover or press
      eagerness: "moderate",
    },
  ],
};

/** Rules for which links a browser may prefetch: only pages, and only those that change nothing. */
export const loader = () =>
  new Response(JSON.stringify(rules), {
    headers: {
      "content-type": "application/speculationrules+json",
      "cache-control": `public, max-age=${daySeconds}`,
    },
  });
