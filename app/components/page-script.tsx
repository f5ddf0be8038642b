import { Scripts, useMatches, useRouteLoaderData } from "@remix-run/react";
import { useNonce } from "./nonce";
import { useHydrated } from "./ui/hydrated";

/**
 * Whether this page has script: its document does not where a route says `handle = { script: false }`, nor for a reader who saves data.
 * Within the app every page has.
 */
export function useHasScript(): boolean {
  const isHydrated = useHydrated();
  const root = useRouteLoaderData("root") as { savesData?: boolean } | undefined;
  const isDocument = useMatches().some(
    (match) => (match.handle as { script?: boolean } | undefined)?.script === false,
  );
  return isHydrated || (!root?.savesData && !isDocument);
}

/**
 * What Remix writes to take a page over; the server then holds its module back until it is asked for
 * (`services/starter.server.ts`). The browser leaves the inside as it came, so that nothing of it is compared.
 */
export function PageScript() {
  const nonce = useNonce();
  if (import.meta.env.SSR)
    return (
      <div hidden>
        <Scripts nonce={nonce} />
      </div>
    );
  return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={asItCame} />;
}

const asItCame = { __html: "" };
