import { adminRoutes } from "#api/admin/routes";
import type { AppOptions } from "#api/app";
import { createApp, createReadClient } from "#api/app";
import type { Deps } from "#api/deps";

/** What answers the API's calls: requests, and reads within the process. A module of its own, which development loads anew when it changed. */
export function apiHandlers(
  deps: Deps,
  { hasConsole, observe }: { hasConsole: boolean } & Pick<AppOptions, "observe">,
) {
  const options: AppOptions = { observe, more: hasConsole ? adminRoutes : [] };
  return { app: createApp(deps, options), read: createReadClient(deps, options) };
}

export type ApiHandlers = typeof apiHandlers;
