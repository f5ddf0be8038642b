import { data } from "@remix-run/node";
import type { Call, Input, Output } from "#contract/call";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { ApiRefusal } from "./api-errors.server";

/**
 * Reads what the link of an e-mail leads to. Whether it was used, ended or cut while it was copied: nothing was entered here, and the
 * page says that the link is no longer valid. `isAboutPassword`: it also leads to a new password.
 */
export async function readByLink<C extends Call>(
  caller: Caller,
  call: C,
  input: Input<C>,
  told: { isAboutPassword?: boolean } = {},
): Promise<Output<C>> {
  try {
    return await callApi(caller, call, input);
  } catch (error) {
    if (!(error instanceof ApiRefusal) || ![400, 404, 410, 422].includes(error.status)) throw error;
    throw data({ message: "oldLink", ...told }, { status: 404 });
  }
}
