import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { daySeconds } from "#contract/day";
import { languages } from "#contract/languages";
import { legalText } from "./content.server";
import { cookieKinds } from "./cookies.server";

const both = languages.map((language) => [language] as const);
const visit = { en: "until the browser is closed", ru: "пока не закрыт браузер" };
const units = [
  ["year", 365 * daySeconds],
  ["day", daySeconds],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Returns an age in its largest whole unit, as the policy states it: 400 days, but 1 year. */
function ageText(language: "en" | "ru", seconds?: number): string {
  if (!seconds) return visit[language];
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? ["second", 1];
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  return format.format(seconds / length).replaceAll("\u00a0", " ");
}

test.each(both)("the privacy policy in %s names every cookie with its age, and no other", (language) => {
  const { html } = legalText(language, "privacy-policy");
  const rows = [
    ...html.matchAll(/<tr>\s*<td><code>([^<]+)<\/code><\/td>\s*<td[^>]*>(.+?)<\/td>\s*<td[^>]*>(.+?)<\/td>/g),
  ];
  const { staff: _, view: __, ...kinds }: Record<string, { maxAge?: number; host?: true }> = cookieKinds;
  expect(Object.fromEntries(rows.map(([, name, , age]) => [name, age?.replaceAll("\u00a0", " ")]))).toEqual(
    Object.fromEntries(Object.entries(kinds).map(([name, { maxAge }]) => [name, ageText(language, maxAge)])),
  );
});

test("every cookie is created where the policy test looks", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  );
  const making = sources.filter((path) =>
    /\bcreateCookie\(|document\.cookie|CookieSessionStorage(<[^(]*>)?\((?!\{ cookie: cabinetCookie\()/.test(
      readFileSync(join("app", path), "utf8"),
    ),
  );
  expect(making.filter((path) => !path.includes("testing/"))).toEqual(["services/cookies.server.ts"]);
});

// the recipient's notification contains the sender's full email address (api/modules/balance/balance-text.ts)
test("the privacy policy says that the recipient of a transfer sees the sender's email", () => {
  expect(legalText("en", "privacy-policy").html).toContain("the recipient of a transfer sees your e-mail");
  expect(legalText("ru", "privacy-policy").html).toContain("получатель перевода видит вашу почту");
});
