import { useFetcher } from "@remix-run/react";
import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";

const pause = 250;

type Options = {
  /** A resource route that answers `{ quote, of }` for a query of the fields of these names: null where they are not right yet. */
  path: string;
  names: readonly string[];
  /** Says beside the fields what is wrong with them: hears of the one that was typed into. */
  onWrong: (name: string) => void;
};

type Answer<Quote> = { quote: Quote | null; of: string };

/**
 * Asks for a price while the reader types: give `onInput` to the form. `quote` is undefined until something was asked, and null
 * where what was asked has no price: then none may be shown, least of all another one's. While `isLate` it is not yet of what is typed.
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
  const tell = useRef(onWrong);
  tell.current = onWrong;
  useEffect(() => {
    if (data?.quote === null && typedInto.current) tell.current(typedInto.current);
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
