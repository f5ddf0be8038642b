/** Whether conform asks by a submit of its own, such as to check a field again: it ends there, and is nobody's wish to send a form. */
export const isConforms = (submitter: HTMLElement | null): boolean =>
  submitter?.getAttribute("name") === "__intent__";
