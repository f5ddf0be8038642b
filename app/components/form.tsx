import type { FormMetadata } from "@conform-to/react";
import { FormProvider, getFormProps } from "@conform-to/react";
import type { FormProps } from "@remix-run/react";
import {
  Form as RouterForm,
  useActionData,
  useFormAction,
  useLocation,
  useRouteLoaderData,
} from "@remix-run/react";
import { formTokenName } from "#app/lib/form-token";
import { FirstInvalidField } from "./form/first-invalid-field";
import { useHydrated } from "./ui/use-hydrated";

type CabinetFormProps = FormProps & {
  /** Metadata of `useContractForm`: validation and fields. */
  of?: FormMetadata;
  /**
   * The server alone validates it: touching the form loads no script
   * (docs/adr/0004).
   */
  isPlain?: boolean;
  /** Created by the loader; however often the page is submitted, its action is carried out once. */
  idempotencyKey?: string | undefined;
};

/**
 * The app's form; with `reloadDocument` the browser sends it as a document after validation: forms that pay use it,
 * because the next page then needs no script. A post includes the page's token, for browsers that do not
 * send the origin of their posts.
 */
export function Form({ of, isPlain, idempotencyKey, children, ...props }: CabinetFormProps) {
  const root = useRouteLoaderData("root") as { formToken?: string } | undefined;
  const token = props.method === "post" ? root?.formToken : undefined;
  const distinctAction = useDistinctAction(props.action, props.reloadDocument);
  // reset on every render
  const firstWrong = {};
  const formElement = (
    // errors of the form as a whole are shown in an alert, so they are not announced again
    <RouterForm
      data-plain={isPlain || undefined}
      {...(of && { className: "form", ...getFormProps(of, { ariaAttributes: false }) })}
      {...props}
      {...(idempotencyKey && { action: distinctAction })}
    >
      {token && <input type="hidden" name={formTokenName} value={token} />}
      {idempotencyKey && <IdempotencyKey value={idempotencyKey} />}
      {children}
    </RouterForm>
  );
  return of ? (
    <FormProvider context={of.context}>
      <FirstInvalidField.Provider value={firstWrong}>{formElement}</FirstInvalidField.Provider>
    </FormProvider>
  ) : (
    formElement
  );
}

/**
 * Returns the action of a form with an idempotency key. A post makes the browser drop the cached page of its URL (RFC
 * 9111, 4.4), and Back then loads a new page with another key. A post by the browser, before hydration or with
 * `reloadDocument`, therefore goes to a URL that differs from the page's; otherwise script stores the key
 * (`keyAtLocation`).
 */
function useDistinctAction(action: string | undefined, reloadDocument = false): string | undefined {
  const [path, search] = useFormAction(action).split("?");
  const query = new URLSearchParams(search);
  query.set("sent", "1");
  return useHydrated() && !reloadDocument ? action : `${path}?${query}`;
}

/** Idempotency keys by location in this document's history, so that Back restores the key of the submitted form. */
const ofPlaces = new Map<string, string>();

function keyAtLocation(locationKey: string, path: string): string {
  if (typeof document === "undefined") return path;
  const known = ofPlaces.get(locationKey) ?? path;
  ofPlaces.set(locationKey, known);
  return known;
}

/**
 * Hidden field with the key: after a response the key from the action's data, after Back the stored key of the
 * location.
 */
function IdempotencyKey({ value }: { value: string }) {
  const answered = useActionData<{ idempotencyKey?: string }>()?.idempotencyKey;
  const { key } = useLocation();
  return <input type="hidden" name="idempotencyKey" value={keyAtLocation(key, answered ?? value)} />;
}
