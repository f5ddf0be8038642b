import type { FormProps } from "@remix-run/react";
import { Form as RouterForm, useRouteLoaderData } from "@remix-run/react";
import { formTokenName } from "#app/lib/form-token";

/**
 * The one form of the house; `reloadDocument` makes it a plain one. A post carries the page's token
 * where the browser does not say by itself where its posts come from.
 */
export function Form({ children, ...props }: FormProps) {
  const root = useRouteLoaderData("root") as { formToken?: string } | undefined;
  const token = props.method === "post" ? root?.formToken : undefined;
  return (
    <RouterForm {...props}>
      {token && <input type="hidden" name={formTokenName} value={token} />}
      {children}
    </RouterForm>
  );
}
