import type { HTMLElement } from "node-html-parser";
import { parse } from "node-html-parser";
import en from "#locales/en/failure.json";
import ru from "#locales/ru/failure.json";
import type { Outcome } from "./fault-kinds.testing";
import type { SentForm } from "./page-kinds.testing";

export type Language = "en" | "ru";
export const failureTexts = { en, ru };

/** Text that users must not see: stack traces, technical messages, missing values. */
const machineWords =
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
  const words = main?.text.replace(/\s+/g, " ").trim() ?? "";
  const wrong: string[] = [];
  const look = (isRight: boolean, what: string) => isRight || wrong.push(what);
  look(page.querySelector("html")?.getAttribute("lang") === language, "language");
  look(Boolean(page.querySelector("header")) && Boolean(page.querySelector("footer")), "no shell");
  look(Boolean(page.querySelector("h1")), "no heading");
  look(words.length > 20, `few words: ${words}`);
  look(language === "en" || /[а-я]{3}/i.test(words), `not Russian: ${words.slice(0, 80)}`);
  const machine = machineWords.exec(words);
  look(!machine, `a machine's words: ${words.slice(Math.max(0, (machine?.index ?? 0) - 40)).slice(0, 120)}`);
  if (outcome === "well") {
    look(step === "page" ? status === 200 : status < 500, `status ${status}: ${words.slice(0, 120)}`);
    return wrong;
  }
  look(status === 502 || status === 503, `status ${status} instead of 503: ${words.slice(0, 120)}`);
  look(
    words.includes(failureTexts[language].awayTitle),
    `does not say that it is away: ${words.slice(0, 120)}`,
  );
  return wrong;
}

/** Returns the typed values that are in no control of the page. Passwords are never restored. */
export function lostIn(html: string, typed: Record<string, string>): string[] {
  const controls = parse(html).querySelectorAll("input, textarea, select");
  const held = (control: HTMLElement) => control.getAttribute("value") ?? control.text.trim();
  return Object.entries(typed)
    .filter(([name]) => !/password/i.test(name))
    .filter(
      ([name, value]) => !controls.some((one) => one.getAttribute("name") === name && held(one) === value),
    )
    .map(([name]) => `${name} is lost`);
}
