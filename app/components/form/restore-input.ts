/** What is typed and chosen in. */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (one: unknown): one is Control =>
  one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement;

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control.type === "hidden") return false;
  return (
    control.checked !== control.defaultChecked ||
    control.value !== control.defaultValue ||
    Boolean(control.files?.length)
  );
}

/**
 * Keeps what is typed and chosen while React takes the page over, which would put a text area back to its first text. What comes
 * out is called once that is done, and tells the components by an `input` event of each control that was changed.
 */
export function restoreInput(): () => void {
  const changed = new Set<Control>();
  const keep = (control: Control) => {
    changed.add(control);
    // React leaves a text alone that is not the one it would write
    if (control instanceof HTMLTextAreaElement) control.defaultValue = control.value;
  };
  const hear = ({ target }: Event) => isControl(target) && keep(target);
  for (const control of document.querySelectorAll<Control>("input, textarea, select"))
    if (isChanged(control)) keep(control);
  document.addEventListener("input", hear, true);
  // a field that is left says `change` before the next one has the focus; React would take the page over within it, and a dialog
  // that becomes modal then would take the focus away from where it is going
  const hold = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener("change", hold, true);
  return () => {
    document.removeEventListener("input", hear, true);
    window.removeEventListener("change", hold, true);
    for (const control of changed)
      if (control.isConnected) control.dispatchEvent(new Event("input", { bubbles: true }));
  };
}
