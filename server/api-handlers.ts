import { adminRoutes } from "#api/admin/routes";
import type { AppOptions } from "#api/app";
import { createApp, createReadClient } from "#api/app";
import type { Deps } from "#api/deps";

/**
 * Creates the API's handlers: for requests, and for reads within the process. A separate module, which the
 * development server reloads on change.
 */
export function apiHandlers(
  deps: Deps,
  { hasConsole, observe }: { hasConsole: boolean } & Pick<AppOptions, "observe">,
) {
  const options: AppOptions = { observe, more: hasConsole ? adminRoutes : [] };
  return { app: createApp(deps, options), read: createReadClient(deps, options) };
}

export type ApiHandlers = typeof apiHandlers;
