import { useEffect } from "react";
import { useIdleRevalidator } from "#app/components/layout/idle-revalidator";
import { paths } from "#app/paths";

const everyMilliseconds = 10_000;

/** Asks while the page is looked at whether the ticket has changed, and loads it anew only then. */
export function useNewReplies(ticketId: string, version: string): void {
  const { revalidate, isIdle } = useIdleRevalidator();
  useEffect(() => {
    if (!isIdle) return;
    const look = async () => {
      if (document.hidden) return;
      const answer = await fetch(paths.ticketVersion(ticketId)).catch(() => null);
      // a network that is away for a moment: the next look will tell
      if (!answer?.ok || !answer.headers.get("content-type")?.includes("json")) return;
      const now = (await answer.json()) as { version: string };
      if (now.version !== version) revalidate();
    };
    const timer = setInterval(look, everyMilliseconds);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [ticketId, version, isIdle, revalidate]);
}
