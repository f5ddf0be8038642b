import type { DefaultValue, FormMetadata, Submission, SubmissionResult } from "@conform-to/react";
import { parse, useForm } from "@conform-to/react";
import { useResolvedPath } from "@remix-run/react";
import type { FormEvent } from "react";
import { useEffect, useId, useRef, useState } from "react";
import type * as z from "zod/mini";
import { useLanguage } from "#app/components/translations";
import type { Language } from "#contract/languages";
import { isConforms } from "./conform-submit";
import { loadMessages } from "./messages";

type ObjectSchema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>;
type LoadSchema<S extends ObjectSchema> = () => Promise<S>;

/** Validates a form as the server does. */
type Validate<S extends ObjectSchema> = (sent: {
  formData: FormData;
  submitter: HTMLInputElement | HTMLButtonElement | null;
}) => Submission<z.input<S>, string[], z.output<S>>;

type Options<S extends ObjectSchema> = {
  /** The action's response: `useActionData()?.lastResult`. */
  lastResult?: SubmissionResult<string[]> | null | undefined;
  defaultValue?: DefaultValue<z.input<S>>;
  /** Needed if a page has several forms of one schema. */
  id?: string;
  /**
   * Called before a form is sent, after validation in the browser if that is loaded; `event.preventDefault()` stops
   * the submit.
   */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};

/**
 * A form of a contract schema: `const [form, fields] = useContractForm(loadSchema, { lastResult })`, then `<Form
 * method="post" of={form}>` with the fields of this folder. Its state is conform's `useForm`.
 *
 * `loadSchema` is `() => import("./form").then((module) => module.signupForm)`: the schema and the validation code
 * are loaded when the form is first touched (docs/adr/0006). Until then, and without script, the server validates.
 * Afterwards the form is validated on submit, and from then on at every input. It is not validated on blur, because
 * the layout shift would move the button and lose the click.
 */
export function useContractForm<S extends ObjectSchema>(
  loadSchema: LoadSchema<S>,
  { lastResult, defaultValue, id, onSubmit }: Options<S> = {},
) {
  const ownId = useId();
  const formId = id ?? ownId;
  const validate = useValidate(formId, loadSchema);
  const formAndFields = useForm<z.input<S>, z.output<S>>({
    id: formId,
    lastResult,
    defaultValue,
    onSubmit,
    onValidate: validate,
    shouldValidate: "onSubmit",
    // until validation is loaded here, a conform intent would be submitted to the server
    shouldRevalidate: validate ? "onInput" : "onSubmit",
  });
  useDefaults(formAndFields[0], defaultValue);
  return formAndFields;
}

/** Loads validation for the browser when the form is first touched. */
function useValidate<S extends ObjectSchema>(formId: string, loadSchema: LoadSchema<S>) {
  const language = useLanguage();
  const [validate, setValidate] = useState<Validate<S>>();
  useEffect(() => {
    if (validate) return;
    let isLoadingValidation = false;
    const touch = ({ target }: Event) => {
      if (isLoadingValidation || (target as HTMLInputElement).form?.id !== formId) return;
      isLoadingValidation = true;
      loadValidate(loadSchema, language).then(
        (loaded) => setValidate(() => loaded),
        () => {
          // the server validates if the chunk fails to load
          isLoadingValidation = false;
        },
      );
    };
    const events = ["focusin", "input"] as const;
    for (const event of events) document.addEventListener(event, touch);
    return () => {
      for (const event of events) document.removeEventListener(event, touch);
    };
  }, [validate, formId, language]);
  return validate;
}

async function loadValidate<S extends ObjectSchema>(
  loadSchema: LoadSchema<S>,
  language: Language,
): Promise<Validate<S>> {
  const [schema, parseWithZod] = await Promise.all([
    loadSchema(),
    import("@conform-to/zod/v4").then(({ parseWithZod }) => parseWithZod),
    import("#contract/messages"),
    loadMessages(language),
  ]);
  return ({ formData, submitter }) =>
    submitter?.formNoValidate && !isConforms(submitter)
      ? parse<z.output<S>, string[]>(formData, { resolve: () => ({}) })
      : parseWithZod(formData, { schema: schema as never });
}

/**
 * Resets the form to new default values, which conform reads only once. It does so if the page shows another record,
 * or if the defaults change before the user has typed.
 */
function useDefaults(form: Pick<FormMetadata, "id" | "dirty">, defaultValue: unknown): void {
  const { pathname } = useResolvedPath("");
  const defaults = JSON.stringify(defaultValue);
  const begun = useRef({ pathname, defaults });
  useEffect(() => {
    const isElsewhere = begun.current.pathname !== pathname;
    const isOther = begun.current.defaults !== defaults;
    begun.current = { pathname, defaults };
    if (isElsewhere || (isOther && !form.dirty)) document.forms.namedItem(form.id)?.reset();
  }, [pathname, defaults]);
}
