import { useEffect } from "react";
import { useHasScript } from "#app/components/page-script";
import { useIdleRevalidator } from "./idle-revalidator";

/**
 * Asks for the page's data anew every few seconds while something goes on; without script the page reloads itself.
 * Not for pages on which something is typed.
 */
export function Refreshing({ seconds }: { seconds: number }) {
  const { revalidate, isIdle } = useIdleRevalidator();
  const hasScript = useHasScript();
  useEffect(() => {
    if (!isIdle) return;
    // a page in the background waits until it is looked at
    const timer = setInterval(() => document.visibilityState === "visible" && revalidate(), seconds * 1000);
    return () => clearInterval(timer);
  }, [revalidate, seconds, isIdle]);
  const reload = <meta httpEquiv="refresh" content={String(seconds)} />;
  return hasScript ? <noscript>{reload}</noscript> : reload;
}
