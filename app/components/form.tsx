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
import { FirstWrong } from "./form/first-wrong";
import { useHydrated } from "./ui/hydrated";

type CabinetFormProps = FormProps & {
  /** Of `useContractForm`: what it checks, and the fields in it. */
  of?: FormMetadata;
  /** Sent as it is: the browser's own checks cover it, and touching it brings no script (docs/adr/0004). */
  isPlain?: boolean;
  /** Made by the loader: however often this page is sent, what it asks for is done once. */
  idempotencyKey?: string | undefined;
};

/**
 * The form of the app; `reloadDocument` makes it a plain one. A post carries the page's token
 * where the browser does not say by itself where its posts come from.
 */
export function Form({ of, isPlain, idempotencyKey, children, ...props }: CabinetFormProps) {
  const root = useRouteLoaderData("root") as { formToken?: string } | undefined;
  const token = props.method === "post" ? root?.formToken : undefined;
  const keptAction = useActionOfKeptPage(props.action);
  // each drawing begins anew
  const firstWrong = {};
  const whole = (
    // what is wrong with the form as a whole is an alert: it needs not be said a second time
    <RouterForm
      data-plain={isPlain || undefined}
      {...(of && { className: "form", ...getFormProps(of, { ariaAttributes: false }) })}
      {...props}
      {...(idempotencyKey && { action: keptAction })}
    >
      {token && <input type="hidden" name={formTokenName} value={token} />}
      {idempotencyKey && <IdempotencyKey value={idempotencyKey} />}
      {children}
    </RouterForm>
  );
  return of ? (
    <FormProvider context={of.context}>
      <FirstWrong.Provider value={firstWrong}>{whole}</FirstWrong.Provider>
    </FormProvider>
  ) : (
    whole
  );
}

/**
 * Where a form with a key is sent. A post makes a browser forget the cached page of its address (RFC 9111, 4.4), and Back then loads
 * another page, with another key. Until script keeps the key (`keyOfPlace`), the post goes to an address that differs from the page's.
 */
function useActionOfKeptPage(action: string | undefined): string | undefined {
  const [path, search] = useFormAction(action).split("?");
  const query = new URLSearchParams(search);
  query.set("sent", "1");
  return useHydrated() ? action : `${path}?${query}`;
}

/** Keys of the places of this document's history, so that Back leads to the form that was sent and not to another of its kind. */
const ofPlaces = new Map<string, string>();

function keyOfPlace(place: string, path: string): string {
  if (typeof document === "undefined") return path;
  const known = ofPlaces.get(place) ?? path;
  ofPlaces.set(place, known);
  return known;
}

/** A form that was answered goes on with the key of its answer, and one that was come back to with its own. */
function IdempotencyKey({ value }: { value: string }) {
  const answered = useActionData<{ idempotencyKey?: string }>()?.idempotencyKey;
  const { key } = useLocation();
  return <input type="hidden" name="idempotencyKey" value={keyOfPlace(key, answered ?? value)} />;
}
