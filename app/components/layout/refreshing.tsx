import { useEffect } from "react";
import { useHasScript } from "#app/components/page-script";
import { useIdleRevalidator } from "./idle-revalidator";

/**
 * Revalidates the page's data every few seconds while something is in progress. Without script the page reloads
 * itself. Not for pages with input fields.
 */
export function Refreshing({ seconds }: { seconds: number }) {
  const { revalidate, isIdle } = useIdleRevalidator();
  const hasScript = useHasScript();
  useEffect(() => {
    if (!isIdle) return;
    // a background tab does not poll
    const timer = setInterval(() => document.visibilityState === "visible" && revalidate(), seconds * 1000);
    return () => clearInterval(timer);
  }, [revalidate, seconds, isIdle]);
  const reload = <meta httpEquiv="refresh" content={String(seconds)} />;
  return hasScript ? <noscript className="polls">{reload}</noscript> : reload;
}
