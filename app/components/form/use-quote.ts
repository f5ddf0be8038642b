import { useFetcher } from "@remix-run/react";
import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";

const pause = 250;

type Options = {
  /**
   * A resource route that returns `{ quote, of }` for a query of these fields; `quote` is null while they are
   * invalid.
   */
  path: string;
  names: readonly string[];
  /** Shows the errors beside the fields; called with the name of the field typed into last. */
  onWrong: (name: string) => void;
};

type Answer<Quote> = { quote: Quote | null; of: string };

/**
 * Requests a price while the user types: pass `onInput` to the form. `quote` is undefined before the first response,
 * and null if the values have no price: then no price may be shown, not even the previous one. While `isLate`, the
 * quote does not match what is typed.
 */
export function useQuote<Quote>({ path, names, onWrong }: Options): {
  quote: Quote | null | undefined;
  isLate: boolean;
  onInput: (event: FormEvent<HTMLFormElement>) => void;
} {
  const { load, data } = useFetcher<Answer<Quote>>();
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const typedInto = useRef("");
  const onWrongRef = useRef(onWrong);
  onWrongRef.current = onWrong;
  useEffect(() => {
    if (data?.quote === null && typedInto.current) onWrongRef.current(typedInto.current);
  }, [data]);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const { name } = event.target as HTMLInputElement;
    if (names.includes(name)) typedInto.current = name;
    const query = String(new URLSearchParams(names.map((name) => [name, String(form.get(name) ?? "")])));
    setTyped(query);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => load(`${path}?${query}`), pause);
  };
  const answer = data as Answer<Quote> | undefined;
  return { quote: answer?.quote, isLate: typed !== undefined && typed !== answer?.of, onInput };
}
