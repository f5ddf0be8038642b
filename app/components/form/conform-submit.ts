/**
 * Returns true if conform submitted the form for an intent, such as validating a field. Such a submit does not send
 * the form.
 */
export const isConforms = (submitter: HTMLElement | null): boolean =>
  submitter?.getAttribute("name") === "__intent__";
