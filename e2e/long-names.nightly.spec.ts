import { logInAsDemo, pagesFrom } from "./support/every-page";
import { longNamed } from "./support/long-names";
import { openPage } from "./support/open-page";
import { outOfView } from "./support/out-of-view";
import { expect, test } from "./support/test";

// touch targets need more room than a mouse: standalone controls are boxes there
test.use({ hasTouch: true });

const widths = [360, 768, 1440];

/** Names chosen by clients may have no spaces; they must not push other content out of view. */
test("the longest names without a space push nothing out of view, on the client's pages and on public ones", async ({
  page,
  context,
  request,
  mailbox,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { person, serverId, ticketId, accounts } = await longNamed(request, mailbox.emailTo);
  const [plain = "", long = ""] = accounts;
  const shared = [
    ...accounts.map((id) => `/online-monitoring/${id}`),
    ...["figures", "badge", "origin", "table/days"].map((file) => `/online-monitoring/${long}/${file}`),
    `/online-monitoring/compare?a=${plain}&b=${long}`,
    "/online-monitoring/public?search=GoldScalper",
    "/online-monitoring/public?search=MMMM",
  ];
  const checkPages = async (paths: readonly string[]) => {
    for (const path of paths)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        if (width === widths[0]) await openPage(page, path);
        expect.soft(await outOfView(page), `${path}, ${width} px`).toEqual([]);
      }
  };
  await checkPages(shared);

  await logInAsDemo(context.request, person);
  // its banner announces the answer until that is read
  await checkPages(["/vps"]);
  const starts = ["/vps", `/vps/servers/${serverId}`, "/support", `/support/${ticketId}`];
  const own = (await pagesFrom(context.request, [...starts, ...shared])).map(({ path }) => path);
  expect(own.length).toBeGreaterThan(40);
  await checkPages(own);
});
