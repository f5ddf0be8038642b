import { useNavigation, useRevalidator } from "@remix-run/react";

/**
 * Revalidates a page's data while nothing else is loading. On a slow connection, repeated revalidation would restart
 * before each response arrives and would block navigation, so callers that poll wait for `isIdle`.
 */
export function useIdleRevalidator(): { revalidate: () => void; isIdle: boolean } {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  return { revalidate, isIdle: state === "idle" && navigation.state === "idle" };
}
