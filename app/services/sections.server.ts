import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import * as contract from "#contract/users/index";
import { callApi } from "./api.server";
import type { ClientCaller } from "./session.server";
import { requireClient } from "./session.server";

/** Returns the signed-in client if they may use the section. Redirects home otherwise (specification, section 6). */
export async function requireSection(
  request: Request,
  section: keyof contract.Permissions,
): Promise<ClientCaller> {
  const caller = await requireClient(request);
  const permissions = await callApi(caller, contract.permissions, {});
  if (!permissions[section]) throw redirect(paths.home);
  return caller;
}

/** Returns the access check for the actions of a section: `formAction(section("partner"), …)`. */
export const section = (name: keyof contract.Permissions) => (request: Request) =>
  requireSection(request, name);
