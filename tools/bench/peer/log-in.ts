import { redirect } from "react-router-dom";
import type * as user from "#contract/users/index";
import texts from "#locales/en/user.json";
import { toSend } from "#locales/translate";
import { post, rejectedForm, storeToken } from "./api";

export const loadLogin = () => ({ texts: { user: toSend(texts) } });

/** Opens a session; the browser stores its token and sends it with every request. */
export async function logIn({ request }: { request: Request }) {
  const form = Object.fromEntries(await request.formData());
  try {
    const { token } = await post<typeof user.login>("/user/auth/login", {
      email: String(form.email),
      password: String(form.password),
    });
    storeToken(token);
    return redirect("/vps");
  } catch (error) {
    return rejectedForm(error);
  }
}
