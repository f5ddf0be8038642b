/** A form control with user input. */
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
 * Preserves user input during hydration, which would reset a text area to its initial text. Returns a function to
 * call after hydration; it dispatches an `input` event on every changed control so that components see the value.
 */
export function restoreInput(): () => void {
  const changed = new Set<Control>();
  const preserve = (control: Control) => {
    changed.add(control);
    // React does not touch a text area whose value differs from the one it would write
    if (control instanceof HTMLTextAreaElement) control.defaultValue = control.value;
  };
  const onInput = ({ target }: Event) => isControl(target) && preserve(target);
  for (const control of document.querySelectorAll<Control>("input, textarea, select"))
    if (isChanged(control)) preserve(control);
  document.addEventListener("input", onInput, true);
  // The `change` event of a field that loses the focus fires before the next field gets it. React would hydrate
  // within that event, and a dialog that becomes modal then would steal the focus. So `change` events are stopped
  // until hydration is done.
  const stopChange = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener("change", stopChange, true);
  return () => {
    document.removeEventListener("input", onInput, true);
    window.removeEventListener("change", stopChange, true);
    for (const control of changed)
      if (control.isConnected) control.dispatchEvent(new Event("input", { bubbles: true }));
  };
}
