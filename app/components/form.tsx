import type { FormMetadata } from "@conform-to/react";
import { FormProvider, getFormProps } from "@conform-to/react";
import type { FormProps } from "@remix-run/react";
import { Form as RouterForm, useRouteLoaderData } from "@remix-run/react";
import { formTokenName } from "#app/lib/form-token";
import { FirstWrong } from "./form/first-wrong";

type HouseFormProps = FormProps & {
  /** Of `useContractForm`: what it checks, and the fields in it. */
  of?: FormMetadata;
  /** Sent as it is: the browser's own checks cover it, and touching it brings no script (docs/adr/0004). */
  isPlain?: boolean;
};

/**
 * The form of the app; `reloadDocument` makes it a plain one. A post carries the page's token
 * where the browser does not say by itself where its posts come from.
 */
export function Form({ of, isPlain, children, ...props }: HouseFormProps) {
  const root = useRouteLoaderData("root") as { formToken?: string } | undefined;
  const token = props.method === "post" ? root?.formToken : undefined;
  // each drawing begins anew
  const firstWrong = {};
  const whole = (
    // what is wrong with the form as a whole is an alert: it needs not be said a second time
    <RouterForm
      data-plain={isPlain || undefined}
      {...(of && { className: "form", ...getFormProps(of, { ariaAttributes: false }) })}
      {...props}
    >
      {token && <input type="hidden" name={formTokenName} value={token} />}
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
