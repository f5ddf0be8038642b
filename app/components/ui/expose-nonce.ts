/**
 * Lets React Aria find the page's nonce. It adds a rule to a style element (`touch-action` of pressed elements),
 * which the content security policy allows only with the nonce. The nonce is set as a property, so CSS selectors
 * cannot read it.
 */
export function exposeNonce(): void {
  if (document.querySelector("meta[property=csp-nonce]")) return;
  const meta = document.createElement("meta");
  meta.setAttribute("property", "csp-nonce");
  document.head.append(meta);
  // inserting an element into a document with a policy clears its nonce, so it is set afterwards
  meta.nonce = [...document.scripts].find(({ nonce }) => nonce)?.nonce ?? "";
}
