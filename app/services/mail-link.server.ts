import { data } from "@remix-run/node";
import { paths } from "#app/paths";
import type { Endpoint, Input, Output } from "#contract/endpoint";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { ApiError } from "./api-errors.server";
import { translationsFor } from "./locale.server";

/**
 * Reads what the link of an e-mail leads to. Whether it was used, ended or cut while it was copied: nothing was entered here, and the
 * page says that the link is no longer valid. Its words come from here, as few pages need them. `isAboutPassword`: it also leads to
 * a new password.
 */
export async function readByLink<C extends Endpoint>(
  request: Request,
  caller: Caller,
  endpoint: C,
  input: Input<C>,
  { isAboutPassword = false } = {},
): Promise<Output<C>> {
  try {
    return await callApi(caller, endpoint, input);
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 404, 410, 422].includes(error.status)) throw error;
    const t = await translationsFor(request, "oldLink");
    const way = isAboutPassword ? { to: paths.forgotPassword, text: t("newPassword") } : undefined;
    throw data({ title: t("title"), message: t("text"), isText: true, way }, { status: 404 });
  }
}
