import type { HTMLElement } from "node-html-parser";
import { parse } from "node-html-parser";
import type { SentForm } from "./page-kinds.testing";
import type { Answer, Visitor } from "./visitor.testing";

/** A form as a browser without script submits it. */
export type FilledForm = {
  action: string;
  isMultipart: boolean;
  typed: Record<string, string>;
  fields: [name: string, value: string][];
  file: string | undefined;
};

const attribute = (element: HTMLElement, name: string) => element.getAttribute(name) ?? "";

/** Returns the page's form with these fields and this button, with its own values and the typed ones. */
export function filledForm(html: string, path: string, { intent, typed: type, file }: SentForm): FilledForm {
  const typed = type();
  const names = Object.keys(typed);
  const formElement = parse(html)
    .querySelectorAll("form")
    .find((form) => {
      const has = (name: string) => form.querySelector(`[name="${name}"]`);
      const button = `button[name="intent"][value="${intent}"]`;
      return (
        attribute(form, "method") === "post" && names.every(has) && (!intent || form.querySelector(button))
      );
    });
  if (!formElement) throw new Error(`${path} has no form with ${names}`);
  return {
    action: attribute(formElement, "action") || path,
    isMultipart: attribute(formElement, "enctype") === "multipart/form-data",
    typed,
    fields: [
      ...formElement
        .querySelectorAll("input, select, textarea")
        .flatMap((control) => valuesOf(control, typed)),
      ...Object.entries(typed),
      ...(intent ? [["intent", intent] as [string, string]] : []),
    ],
    file,
  };
}

/** Returns the name and value that an untouched control submits. */
function valuesOf(control: HTMLElement, typed: Record<string, string>): [string, string][] {
  const [name, type] = [attribute(control, "name"), attribute(control, "type")];
  if (!name || name in typed || type === "file") return [];
  if ((type === "radio" || type === "checkbox") && !control.hasAttribute("checked")) return [];
  if (control.rawTagName !== "select") return [[name, attribute(control, "value") || control.text]];
  const options = control.querySelectorAll("option").map((option) => attribute(option, "value"));
  return [[name, options.find(Boolean) ?? ""]];
}

/** The smallest valid PNG. */
export const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export async function sendForm(visitor: Visitor, form: FilledForm): Promise<Answer> {
  if (!form.isMultipart)
    return visitor.send(form.action, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form.fields).toString(),
    });
  const data = new FormData();
  for (const [name, value] of form.fields) data.append(name, value);
  if (form.file) data.append(form.file, new File([picture], "picture.png", { type: "image/png" }));
  const encoded = new Response(data);
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  return visitor.send(form.action, {
    method: "POST",
    headers,
    body: new Uint8Array(await encoded.arrayBuffer()),
  });
}
