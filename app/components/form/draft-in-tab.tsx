import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controlsOf = (form: HTMLFormElement, names: readonly string[]) =>
  names.flatMap((name) => {
    const control = form.elements.namedItem(name);
    return control instanceof Element ? [control as TextControl] : [];
  });

/**
 * Placed inside a form, stores the values of the named fields in session storage and restores them if the form is
 * rendered empty (after a reload, Back or a browser crash). Each `name` is a separate draft, so a form whose name
 * contains the number of sent messages starts empty.
 */
export function DraftInTab({ name, fields }: { name: string; fields: readonly string[] }) {
  const marker = useRef<HTMLSpanElement>(null);
  const root = useRouteLoaderData("root") as { user?: { id?: string } | null } | undefined;
  const key = `draft ${root?.user?.id ?? ""} ${name}`;
  const list = fields.join(" ");

  useEffect(() => {
    const form = marker.current?.closest("form");
    if (!form) return;
    const names = list.split(" ");
    const draft = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Record<string, string>;
    for (const control of controlsOf(form, names)) {
      const value = draft[control.name];
      if (!value || control.value) continue;
      control.value = value;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const saveDraft = () => {
      const values = controlsOf(form, names).map((control) => [control.name, control.value]);
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(values)));
    };
    form.addEventListener("input", saveDraft);
    return () => form.removeEventListener("input", saveDraft);
  }, [key, list]);

  return <span ref={marker} data-draft={key} hidden />;
}
