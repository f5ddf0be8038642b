import type { ShellData } from "./shell-data";

/**
 * Confirms the last action for 5 seconds (specification, section 8). With script the live region is always present,
 * so that a new message is read out.
 */
export function Toast({ toast }: { toast: ShellData["toast"] }) {
  return (
    <div className="toasts" role="status">
      {toast && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus keeps it from going away while it is read
        <p key={toast.id} className="toast" tabIndex={0}>
          {toast.message}
        </p>
      )}
    </div>
  );
}
