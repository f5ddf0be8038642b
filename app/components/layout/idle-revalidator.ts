import { useNavigation, useRevalidator } from "@remix-run/react";

/**
 * Asks for a page's data anew while nothing else is being loaded. On a slow line a question that is asked again before it is
 * answered starts anew for ever, and a page that was clicked never comes: so whoever repeats it waits until `isIdle`.
 */
export function useIdleRevalidator(): { revalidate: () => void; isIdle: boolean } {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  return { revalidate, isIdle: state === "idle" && navigation.state === "idle" };
}
