import type { SubmissionResult } from "@conform-to/react";
import type { FormEvent } from "react";
import { useEffect, useId, useRef, useState } from "react";
import type * as z from "zod/mini";
import { useLanguage } from "#app/components/text";
import { isTakenOver } from "#app/components/ui/hydrated";
import type { Check, Mistakes } from "./check-form";

type Value = string | undefined;

/** What a control shows of its field. */
export type ContractField = {
  name: string;
  id: string;
  errorId: string;
  descriptionId: string;
  /** What the field begins with: what was typed before, else the page's default. */
  initialValue: Value;
  errors: string[] | undefined;
  /** The one to be corrected first: it has the focus, also without script. */
  isFirstWrong: boolean;
};

type ObjectSchema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>;
type Fields<S extends ObjectSchema> = Required<{ [Name in keyof z.input<S>]: ContractField }>;

export type ContractForm = {
  id: string;
  /** What was wrong with the form as a whole. */
  errors: string[] | undefined;
  props: {
    id: string;
    className: string;
    noValidate: true;
    onFocus: () => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
};

type Options<S extends ObjectSchema> = {
  /** What the action answered: `useActionData()?.lastResult`. */
  lastResult?: SubmissionResult<string[]> | null | undefined;
  defaultValue?: Partial<Record<keyof z.input<S>, unknown>>;
  /** Where a page has several forms of one schema. */
  id?: string;
  /** Hears of each input, and of what was typed or chosen before the page was taken over (`form/replay-input.ts`). */
  onInput?: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
};

/**
 * A form of a contract's schema: `const [form, fields] = useContractForm(loadSchema, { lastResult })`, then
 * `<Form method="post" {...form.props}>` with the fields of this folder.
 *
 * `loadSchema` is `() => import("./form").then((module) => module.signupForm)`: the schema, and what checks a form
 * by it, come when the form is first touched (docs/decisions/0020). Until then, and without script, the server checks.
 *
 * The form asks nothing of the browser's own checks (`noValidate`): the words are the specification's, also
 * without script. It is checked on submit, then on every input; on blur the moving button would swallow the click.
 */
export function useContractForm<S extends ObjectSchema>(
  loadSchema: S | (() => Promise<S>),
  { lastResult, defaultValue, id, onInput: hear }: Options<S> = {},
) {
  const ownId = useId();
  const formId = id ?? ownId;
  const [mistakes, setMistakes] = useMistakes(lastResult);
  const [check, touch] = useCheck(loadSchema);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (!check || submitter?.formNoValidate) return;
    const found = check(new FormData(event.currentTarget, submitter));
    setMistakes(found);
    if (!found) return;
    event.preventDefault();
    focusFirst(event.currentTarget, found);
  };
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    touch();
    hear?.(event);
    if (check && mistakes) setMistakes(check(new FormData(event.currentTarget)));
  };

  // after an answer with mistakes the first wrong field has the focus; in a document it had it before the script came
  const focusedFor = useRef(isTakenOver() ? null : lastResult);
  useEffect(() => {
    const element = document.getElementById(formId);
    if (focusedFor.current === lastResult) return;
    focusedFor.current = lastResult;
    if (lastResult?.error && element instanceof HTMLFormElement) focusFirst(element, lastResult.error);
  }, [lastResult, formId]);

  const firstWrong = Object.keys(mistakes ?? {}).find((name) => name !== "");
  const fields = new Proxy({} as Fields<S>, {
    get: (_, name): ContractField => fieldOf(String(name)),
  });
  function fieldOf(name: string): ContractField {
    const typed = lastResult?.initialValue?.[name] ?? defaultValue?.[name];
    return {
      name,
      id: `${formId}-${name}`,
      errorId: `${formId}-${name}-error`,
      descriptionId: `${formId}-${name}-hint`,
      initialValue: typed === undefined || typed === null ? undefined : typed === true ? "on" : String(typed),
      errors: mistakes?.[name] ?? undefined,
      isFirstWrong: name === firstWrong,
    };
  }
  const props = {
    id: formId,
    className: "form",
    noValidate: true as const,
    onFocus: touch,
    onInput,
    onSubmit,
  };
  const form: ContractForm = { id: formId, errors: mistakes?.[""] ?? undefined, props };
  return [form, fields] as const;
}

/** The form's mistakes: those of the last answer until the browser finds others. */
function useMistakes(lastResult: SubmissionResult<string[]> | null | undefined) {
  const [seen, setSeen] = useState(lastResult);
  const [mistakes, setMistakes] = useState<Mistakes>(lastResult?.error ?? null);
  if (seen !== lastResult) {
    setSeen(lastResult);
    setMistakes(lastResult?.error ?? null);
  }
  return [mistakes, setMistakes] as const;
}

/** What checks the form in the browser, once it is there, and what makes it come. */
function useCheck<S extends ObjectSchema>(loadSchema: S | (() => Promise<S>)) {
  const language = useLanguage();
  const [check, setCheck] = useState<Check>();
  const isAsked = useRef(false);
  const touch = () => {
    if (isAsked.current) return;
    isAsked.current = true;
    import("./check-form")
      .then(({ loadCheck }) => loadCheck(loadSchema, language))
      .then(
        (loaded) => setCheck(() => loaded),
        () => {
          // on a line that broke the server checks
          isAsked.current = false;
        },
      );
  };
  return [check, touch] as const;
}

function focusFirst(form: HTMLFormElement, mistakes: NonNullable<Mistakes>): void {
  const first = [...form.elements].find((control) => mistakes[control.getAttribute("name") ?? ""]);
  if (first instanceof HTMLElement && first.getAttribute("name")) first.focus();
}
