import type { FormMetadata } from "@conform-to/react";
import { FormProvider, getFormProps } from "@conform-to/react";
import type { FormProps } from "@remix-run/react";
import { Form as RouterForm, useRouteLoaderData } from "@remix-run/react";
import { isWholePath } from "#app/components/link";
import { formTokenName } from "#app/lib/form-token";
import { FirstWrong } from "./form/first-wrong";

type HouseFormProps = FormProps & {
  /** Of `useContractForm`: what it checks, and the fields in it. */
  of?: FormMetadata;
};

/** What the router's form would draw on the server, where nobody sends it. */
function PlainForm({ action, method = "get", ...props }: FormProps) {
  if (!isWholePath(action)) return <RouterForm action={action} method={method} {...props} />;
  const { discover = "render", reloadDocument, preventScrollReset, relative, onSubmit, ...rest } = props;
  const { fetcherKey, navigate, replace, state, viewTransition, ...plain } = rest;
  const isDiscovered = discover === "render" && !reloadDocument;
  return (
    // biome-ignore lint/correctness/noRestrictedElements: it is what Form is drawn by
    <form
      method={method.toLowerCase() === "get" ? "get" : "post"}
      action={action}
      {...plain}
      data-discover={isDiscovered ? "true" : undefined}
    />
  );
}

const DrawnForm = import.meta.env.SSR ? PlainForm : RouterForm;

/**
 * The one form of the house; `reloadDocument` makes it a plain one. A post carries the page's token
 * where the browser does not say by itself where its posts come from.
 */
export function Form({ of, children, ...props }: HouseFormProps) {
  const root = useRouteLoaderData("root") as { formToken?: string } | undefined;
  const token = props.method === "post" ? root?.formToken : undefined;
  // each drawing begins anew
  const firstWrong = {};
  const whole = (
    // what is wrong with the form as a whole is an alert: it needs not be said a second time
    <DrawnForm {...(of && { className: "form", ...getFormProps(of, { ariaAttributes: false }) })} {...props}>
      {token && <input type="hidden" name={formTokenName} value={token} />}
      {children}
    </DrawnForm>
  );
  return of ? (
    <FormProvider context={of.context}>
      <FirstWrong.Provider value={firstWrong}>{whole}</FirstWrong.Provider>
    </FormProvider>
  ) : (
    whole
  );
}
