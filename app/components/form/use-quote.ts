import { useFetcher } from "@remix-run/react";
import type { FormEvent } from "react";
import { useEffect, useRef } from "react";

const pause = 250;

/**
 * Asks for a price while the reader types: give `onInput` to the form. `path` is a resource route that answers
 * `{ quote }` for the fields of these names, null where they are not right yet.
 */
export function useQuote<Quote>(path: string, names: readonly string[]) {
  const { load, data } = useFetcher<{ quote: Quote | null }>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const query = new URLSearchParams(names.map((name) => [name, String(form.get(name) ?? "")]));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => load(`${path}?${query}`), pause);
  };
  return { quote: (data as { quote: Quote | null } | undefined)?.quote ?? null, onInput };
}
