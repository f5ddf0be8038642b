import { useSyncExternalStore } from "react";

const never = () => () => undefined;
let takenOver = false;

/** False in the HTML of the server and while it is taken over, true from then on: for controls that need script. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether React has taken the document over: what is drawn first after that was not in it. */
export const isTakenOver = (): boolean => takenOver;

export function sayTakenOver(): void {
  takenOver = true;
}
