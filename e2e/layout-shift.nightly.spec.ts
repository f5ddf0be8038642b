import { demoUser } from "./support/every-page";
import { openPage } from "./support/open-page";
import { expect, logIn, test } from "./support/test";

/** The typed value, the text it brings up, and the button that then submits. */
const answered = [
  {
    path: "/balance-operations/deposit",
    field: ["balance", "amount"],
    typed: "100",
    brings: "$2.50",
    takes: "Continue to payment",
  },
  {
    path: "/online-monitoring",
    field: ["subscription", "accounts"],
    typed: "48",
    brings: "$96.00",
    takes: /^Pay/,
  },
  {
    path: "/online-monitoring?accounts=1&months=12",
    field: ["subscription", "accounts"],
    typed: "50",
    brings: "Deposit",
    takes: /^Pay/,
  },
  {
    path: "/online-monitoring/add-accounts",
    field: ["subscription", "accounts"],
    typed: "40",
    brings: "Deposit",
    takes: "Add accounts",
  },
] as const;

for (const { path, field, typed, brings, takes } of answered)
  test(`a button does not move by what is typed above it, ${path}`, async ({ page, translations }) => {
    await logIn(page, demoUser.email, demoUser.password);
    const [namespace, key] = field;
    const typedIn = page.getByLabel(translations(namespace)(key), { exact: true });
    const answer = page.locator("main").getByText(brings, { exact: true });
    const button = page.locator("main").getByRole("button", { name: takes, exact: true });
    const buttonTop = () => button.evaluate((one) => Math.round(one.getBoundingClientRect().top + scrollY));
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await openPage(page, path);
      await expect(answer).toBeHidden();
      await typedIn.focus();
      const before = await buttonTop();
      await typedIn.fill(typed);
      await expect(answer).toBeVisible();
      expect(await buttonTop(), `${width} px`).toBe(before);
    }
  });
