import type { BrowserContext, Page } from "@playwright/test";
import type { PageKind, SentForm } from "./page-kinds.testing";
import { picture } from "./plain-form.testing";

/** A browser tab with script, ready for one action. */
export type Tab = {
  kind: PageKind;
  page: Page;
  typed: Record<string, string>;
  /** Presses the form's button or the link to a page; resolves to the response's status for a form. */
  act: (limit: number) => Promise<number>;
};

const isHydrated = () => !("__remixContext" in window) || window.history.scrollRestoration === "manual";

/** Opens a page of this kind and fills in its form, or opens the page that links to it. */
export async function openTab(context: BrowserContext, origin: string, kind: PageKind): Promise<Tab> {
  const page = await context.newPage();
  const open = async (path: string) => {
    await page.goto(origin + path);
    await page.waitForFunction(isHydrated);
  };
  await open(kind.from);
  const linkedPath = await page.evaluate((pattern) => {
    const links = [...document.querySelectorAll("a[href], button[formaction]")];
    const address = (link: Element) => link.getAttribute("href") ?? link.getAttribute("formaction") ?? "";
    return links.map(address).find((one) => new RegExp(pattern).test(one));
  }, kind.link.source);
  if (!linkedPath) throw new Error(`${kind.from} leads to no page of ${kind.name}`);
  if (!kind.form) return { kind, page, typed: {}, act: (limit) => follow(page, linkedPath, limit) };
  await open(linkedPath);
  const typed = await fill(page, kind.form);
  return { kind, page, typed, act: (limit) => press(page, kind.form as SentForm, typed, limit) };
}

/** Returns the form with these fields and this button. */
const formWith = (page: Page, { intent }: SentForm, names: string[]) =>
  names
    .map((name) => page.locator(`[name="${name}"]`))
    .reduce(
      (forms, has) => forms.filter({ has }),
      intent
        ? page.locator("form").filter({ has: page.locator(`button[name="intent"][value="${intent}"]`) })
        : page.locator("form"),
    )
    .first();

async function fill(page: Page, form: SentForm): Promise<Record<string, string>> {
  const typed = form.typed();
  const formLocator = formWith(page, form, Object.keys(typed));
  for (const [name, value] of Object.entries(typed)) {
    const field = formLocator.locator(`[name="${name}"]`);
    if (value === "on") await field.check({ force: true });
    else await field.fill(value, { force: true });
  }
  for (const choice of await formLocator.locator("select").all()) await choice.selectOption({ index: 1 });
  const file = { name: "picture.png", mimeType: "image/png", buffer: picture };
  if (form.file) await formLocator.locator(`[name="${form.file}"]`).setInputFiles(file);
  return typed;
}

async function press(
  page: Page,
  form: SentForm,
  typed: Record<string, string>,
  limit: number,
): Promise<number> {
  const button = form.intent ? `button[name="intent"][value="${form.intent}"]` : "button[type=submit]";
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST", { timeout: limit });
  answered.catch(() => undefined);
  await formWith(page, form, Object.keys(typed))
    .locator(button)
    .first()
    .evaluate((element) => (element as HTMLElement).click());
  return (await answered).status();
}

async function follow(page: Page, path: string, limit: number): Promise<number> {
  const title = await page.title();
  const before = page.url();
  await page.evaluate((address) => {
    const quoted = CSS.escape(address);
    document.querySelector<HTMLElement>(`[href="${quoted}"], [formaction="${quoted}"]`)?.click();
  }, path);
  await page.waitForFunction(
    ([was, url]) => document.title !== was || location.href !== url,
    [title, before] as const,
    { timeout: limit },
  );
  return 0;
}
