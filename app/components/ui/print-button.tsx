import { Button } from "./button";
import { Icon } from "./icon";

/**
 * Opens the browser's print dialog (by `PageButtons` on a page without other script). Without script, `hint` explains
 * how to print.
 */
export function PrintButton({ label, hint }: { label: string; hint: string }) {
  return (
    <>
      <Button className="needs-script" data-print="" onClick={() => window.print()}>
        <Icon name="print" /> {label}
      </Button>{" "}
      <noscript className="words">
        <p className="small muted no-print">{hint}</p>
      </noscript>
    </>
  );
}
