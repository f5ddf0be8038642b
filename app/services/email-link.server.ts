import { data } from "@remix-run/node";
import { paths } from "#app/paths";
import type { Endpoint, Input, Output } from "#contract/endpoint";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { ApiError } from "./api-errors.server";
import { translationsFor } from "./locale.server";

/**
 * Loads the data for a link in an email. If the link was used, has expired or was copied incompletely, throws a 404
 * whose page says that the link is no longer valid: there is no form input to correct. Its texts are loaded here
 * because few pages need them. `isAboutPassword`: the error page also links to a password reset; `isView`: staff opened it.
 */
export async function readByLink<C extends Endpoint>(
  request: Request,
  caller: Caller,
  endpoint: C,
  input: Input<C>,
  { isAboutPassword = false, isView = false } = {},
): Promise<Output<C>> {
  try {
    return await callApi(caller, endpoint, input);
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 404, 410, 422].includes(error.status)) throw error;
    const t = await translationsFor(request, "oldLink");
    const way = isAboutPassword ? { to: paths.forgotPassword, text: t("newPassword") } : undefined;
    throw data(
      { title: t("title"), message: t(isView ? "view" : "text"), isText: true, way },
      { status: 404 },
    );
  }
}
