import { daySeconds } from "#contract/day";

/** What is no page, or is opened to do something. */
const never = [
  "/api/*",
  "/actions/*",
  "/assets/*",
  "/logout",
  "/sandbox/*",
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
      // while a link is hovered over or pressed
      eagerness: "moderate",
    },
  ],
};

/** Which links a browser may fetch ahead: pages only, and only such as change nothing. */
export const loader = () =>
  new Response(JSON.stringify(rules), {
    headers: {
      "content-type": "application/speculationrules+json",
      "cache-control": `public, max-age=${daySeconds}`,
    },
  });
