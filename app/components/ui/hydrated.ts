import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the HTML of the server and while it is taken over, true from then on: for controls that need script. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
