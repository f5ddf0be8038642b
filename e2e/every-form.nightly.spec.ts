import type { APIRequestContext, APIResponse } from "@playwright/test";
import { expect, test } from "@playwright/test";
import type { HTMLElement } from "node-html-parser";
import { parse } from "node-html-parser";
import type { KnownPage } from "./support/every-page";
import { everyPage } from "./support/every-page";
import { untilItAnswers } from "./support/global-setup";
import type { OwnCabinet } from "./support/own-cabinet";
import { ownCabinet } from "./support/own-cabinet";

/** Buttons that are not pressed, by form action and intent, and why: the pages under test must stay as they are. */
const skipped: [RegExp, string][] = [
  [/^\/login /, "a wrong password counts for the address that all tests come from"],
  [/^\/logout /, "ends the session that walks"],
  [/ end(Session|Others|All)/, "ends sessions"],
  [/\/delete /, "deletes a promo code, or an account with its history"],
  [/ (remove|delete)\w*$/i, "deletes"],
  [/ replaceAddress$/, "takes the account's page away from where others look for it"],
  [/\/control /, "turns the demo's server off"],
  [/ close$/, "closes the demo's ticket"],
];

type Sent = { name: string; value: string };
type Form = {
  page: string;
  action: string;
  method: string;
  isMultipart: boolean;
  hiddenFields: Sent[];
  fields: { name: string; type: string }[];
  button: Sent | null;
};

const typed = ["text", "email", "password", "search", "tel", "url", "number", "date", "textarea"];
const attribute = (element: HTMLElement, name: string) => element.getAttribute(name) ?? "";
const typeOf = (element: HTMLElement) =>
  element.rawTagName === "input" ? attribute(element, "type") || "text" : element.rawTagName;

/** Returns the forms of a page, one for each of their buttons. */
function formsOf({ path, html }: KnownPage): Form[] {
  const document = parse(html);
  return document.querySelectorAll("form").flatMap((form) => {
    const id = attribute(form, "id");
    const inside = form.querySelectorAll("input, select, textarea, button");
    const belonging = id ? document.querySelectorAll(`[form="${id}"]`) : [];
    const controls = [...new Set([...inside, ...belonging])];
    const named = controls.filter((control) => attribute(control, "name") && typeOf(control) !== "button");
    const isHidden = (control: HTMLElement) => typeOf(control) === "hidden";
    const sent = (control: HTMLElement) => ({
      name: attribute(control, "name"),
      value: attribute(control, "value"),
    });
    const buttons = controls.filter(({ rawTagName }) => rawTagName === "button").map(sent);
    const fields = named
      .filter((control) => !isHidden(control))
      .map((control) => ({ name: attribute(control, "name"), type: typeOf(control) }));
    return (buttons.length > 0 ? buttons : [null]).map((button) => ({
      page: path,
      action: attribute(form, "action") || path,
      method: attribute(form, "method").toLowerCase() || "get",
      isMultipart: attribute(form, "enctype") === "multipart/form-data",
      hiddenFields: named.filter(isHidden).map(sent),
      fields,
      button: button?.name ? button : null,
    }));
  });
}

/** Identifies a form, so that the same form on another page or for another record is tried only once. */
const kindOf = ({ action, fields, button, hiddenFields }: Form) =>
  JSON.stringify([
    action.replace(/[?#].*/, "").replace(/\/[a-z0-9]{8,}(?=\/|$)/g, "/:id"),
    [...new Set(fields.map(({ name }) => name))],
    button,
    hiddenFields.map(({ name }) => name).sort(),
  ]);

const long = "<junk> ".repeat(500).trim();

/** Payloads to send: values that a user would not choose, or that no field accepts. */
const ways: Record<string, (form: Form) => Sent[]> = {
  junk: ({ fields }) =>
    fields
      .filter(({ type }) => type !== "file")
      .map(({ name, type }) => ({ name, value: typed.includes(type) ? long : "junk" })),
  "nested names and repeats": ({ fields }) =>
    fields.flatMap(({ name }) => [
      { name, value: "" },
      { name, value: "\u0007" },
      { name: `${name}[0].a[b]`, value: "1" },
      { name: "__proto__.x", value: "1" },
    ]),
  // last, because an order form without required fields places an order
  nothing: () => [],
};

function bodyOf(form: Form, sent: Sent[]): FormData {
  const body = new FormData();
  for (const { name, value } of [...form.hiddenFields, ...sent, ...(form.button ? [form.button] : [])])
    body.append(name, value);
  if (form.isMultipart && sent.length > 0)
    for (const { name, type } of form.fields)
      if (type === "file") body.append(name, new File(["MZ"], "program.exe"));
  return body;
}

function send(context: APIRequestContext, form: Form, sent: Sent[]): Promise<APIResponse> {
  const body = bodyOf(form, sent);
  const address = new URL(form.action, `http://localhost${form.page}`);
  const path = address.pathname + address.search;
  if (form.method !== "post") {
    const query = new URLSearchParams([...body].map(([name, value]) => [name, String(value)]));
    return context.get(`${address.pathname}?${query}`, { maxRedirects: 0 });
  }
  if (form.isMultipart) return context.post(path, { multipart: body, maxRedirects: 0 });
  const data = new URLSearchParams([...body].map(([name, value]) => [name, String(value)])).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return context.post(path, { data, headers, maxRedirects: 0 });
}

const zodMessages =
  /Invalid (input|option|string|union|key|element|date)|Too (big|small)|expected \w+, received|Unrecognized key/i;

/** Passwords and full card numbers are never sent back; an invalid date stays in the browser only. */
const isShownAgain = ({ type, name }: { type: string; name: string }) =>
  ["text", "search", "textarea", "email"].includes(type) && name !== "card";

async function judge(form: Form, way: string, answer: APIResponse): Promise<void> {
  const label = `${form.method} ${form.action} of ${form.page}, ${form.button?.value ?? "no intent"}: ${way}`;
  expect.soft(answer.status(), label).toBeLessThan(500);
  if (answer.status() >= 300 && answer.status() < 400) return;
  const isPage = answer.headers()["content-type"]?.includes("text/html");
  if (!isPage) return;
  const html = await answer.text();
  const page = parse(html);
  const mainText = page.querySelector("main")?.text.trim() ?? "";
  expect.soft(mainText.length, `${label}: a white page`).toBeGreaterThan(20);
  expect.soft(mainText, label).not.toMatch(zodMessages);
  const [message] = page.querySelectorAll("main .error[id]");
  const focused = page
    .querySelectorAll("main [autofocus]")
    .map((one) => `-${one.getAttribute("name")}-error`);
  if (message && answer.status() === 422)
    expect.soft([message.id.replace(/^.*(?=-[^-]+-error$)/, "")], `${label}: the focus`).toEqual(focused);
  if (way !== "junk" || answer.status() !== 422 || form.method !== "post") return;
  for (const field of form.fields.filter(isShownAgain)) {
    const control = page.querySelectorAll(`[name="${field.name}"]`);
    const values = control.map((one) => (one.getAttribute("value") ?? one.text).trim());
    expect.soft(values.includes(long), `${label}: what was typed into ${field.name} is lost`).toBe(true);
  }
}

/** The forms and buttons take effect on the demo's client; no other test uses this cabinet. */
let cabinet: OwnCabinet;
test.beforeAll(async () => {
  cabinet = await ownCabinet({ args: ["--demo"], env: { API_URL: "", LOG_LEVEL: "warn" } });
  await untilItAnswers(`${cabinet.origin}/readyz`, cabinet.process);
});
test.afterAll(() => cabinet?.stop());

test("every form of every page handles empty, invalid and random input", async ({ playwright }) => {
  // about 600 POST requests, one after the other
  test.setTimeout(180_000);
  const baseURL = cabinet.origin;
  const options = { baseURL, extraHTTPHeaders: { origin: baseURL } } as const;
  const [visitor, client] = [
    await playwright.request.newContext(options as never),
    await playwright.request.newContext(options as never),
  ];
  const pages = await everyPage(visitor, client);
  for (const { path, html } of [...pages.visitor, ...pages.client])
    expect.soft(parse(html).querySelector("title")?.text, path).toMatch(/^.+ · [^·]+$/);
  const tried = new Map<string, { who: APIRequestContext; form: Form }>();
  for (const [who, pageList] of [
    [visitor, pages.visitor],
    [client, pages.client],
  ] as const)
    for (const form of pageList.flatMap(formsOf))
      if (!tried.has(kindOf(form))) tried.set(kindOf(form), { who, form });
  const isLeft = ({ action, button }: Form) =>
    skipped.some(([name]) => name.test(`${action.replace(/[?#].*/, "")} ${button?.value ?? ""}`));
  const forms = [...tried.values()].filter(({ form }) => !isLeft(form));
  expect(forms.length).toBeGreaterThanOrEqual(55);
  // forms with only a button come last, because they take effect
  const [withFields, buttons] = [true, false].map((has) =>
    forms.filter(({ form }) => form.fields.length > 0 === has),
  );
  for (const [way, sent] of Object.entries(ways))
    for (const { who, form } of withFields ?? []) await judge(form, way, await send(who, form, sent(form)));
  for (const { who, form } of buttons ?? []) await judge(form, "pressed", await send(who, form, []));
  await Promise.all([visitor.dispose(), client.dispose()]);
});
