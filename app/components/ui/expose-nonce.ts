/**
 * React Aria writes a rule of its own into a style element (`touch-action` of what is pressed), which the content policy lets it do
 * with the page's nonce; it looks for that here. As a property it is hidden from styles that would read it.
 */
export function exposeNonce(): void {
  if (document.querySelector("meta[property=csp-nonce]")) return;
  const meta = document.createElement("meta");
  meta.setAttribute("property", "csp-nonce");
  document.head.append(meta);
  // a document that has a policy takes it away from what is put into it
  meta.nonce = [...document.scripts].find(({ nonce }) => nonce)?.nonce ?? "";
}
