import { Button } from "./button";
import { useHydrated } from "./hydrated";

/** Opens the browser's print dialog; without script `hint` says how to. */
export function PrintButton({ label, hint }: { label: string; hint: string }) {
  const canPrint = useHydrated();
  if (!canPrint) return <p className="small muted no-print">{hint}</p>;
  return <Button onClick={() => window.print()}>{label}</Button>;
}
