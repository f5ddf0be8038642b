import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { holdWhileOffline, keepAsking, tryAgain } from "#app/components/shell/connection";

window.fetch = keepAsking(window.fetch);
window.addEventListener("online", tryAgain);
holdWhileOffline();

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
