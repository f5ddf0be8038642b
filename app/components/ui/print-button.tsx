import { Button } from "./button";
import { Icon } from "./icon";

/** Opens the browser's print dialog (`PageButtons` where a page has no other script); without script `hint` says how to. */
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
