import type { HTMLElement } from "node-html-parser";
import { parse } from "node-html-parser";
import en from "#locales/en/failure.json";
import ru from "#locales/ru/failure.json";
import type { Outcome } from "./fault-kinds.testing";
import type { SentForm } from "./page-kinds.testing";

export type Language = "en" | "ru";
export const failureTexts = { en, ru };

/** Text that users must not see: stack traces, technical messages, missing values. */
const technicalPattern =
  /\bat \S+ \(|\b\w*Error:|\bundefined\b|\bNaN\b|\[object |\bnull\b|ECONN|Unexpected (Application|Server)|fetch failed|ENOSPC|EROFS/;

export const limitOf = (form?: SentForm): number => (form?.isPatient ? 12_000 : 8_000);

/** Returns the faults of a page; empty if there are none. */
export function faultsOf(
  html: string,
  status: number,
  outcome: Outcome,
  step: "page" | "form",
  language: Language,
): string[] {
  const page = parse(html);
  const main = page.querySelector("main");
  const text = main?.text.replace(/\s+/g, " ").trim() ?? "";
  const wrong: string[] = [];
  const check = (isRight: boolean, what: string) => isRight || wrong.push(what);
  check(page.querySelector("html")?.getAttribute("lang") === language, "language");
  check(Boolean(page.querySelector("header")) && Boolean(page.querySelector("footer")), "no shell");
  check(Boolean(page.querySelector("h1")), "no heading");
  check(text.length > 20, `few words: ${text}`);
  check(language === "en" || /[а-я]{3}/i.test(text), `not Russian: ${text.slice(0, 80)}`);
  const machine = technicalPattern.exec(text);
  check(!machine, `a machine's words: ${text.slice(Math.max(0, (machine?.index ?? 0) - 40)).slice(0, 120)}`);
  if (outcome === "well") {
    check(step === "page" ? status === 200 : status < 500, `status ${status}: ${text.slice(0, 120)}`);
    return wrong;
  }
  check(status === 502 || status === 503, `status ${status} instead of 503: ${text.slice(0, 120)}`);
  check(
    text.includes(failureTexts[language].awayTitle),
    `does not say that it is away: ${text.slice(0, 120)}`,
  );
  return wrong;
}

/** Returns the typed values that are in no control of the page. Passwords are never restored. */
export function lostIn(html: string, typed: Record<string, string>): string[] {
  const controls = parse(html).querySelectorAll("input, textarea, select");
  const currentValue = (control: HTMLElement) => control.getAttribute("value") ?? control.text.trim();
  return Object.entries(typed)
    .filter(([name]) => !/password/i.test(name))
    .filter(
      ([name, value]) =>
        !controls.some((one) => one.getAttribute("name") === name && currentValue(one) === value),
    )
    .map(([name]) => `${name} is lost`);
}
