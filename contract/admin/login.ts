import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { code, currentPassword, email } from "#contract/fields";
import { anyRole, staffRoles } from "./roles";

/** Login to the console. */

export const loginInput = z.object({ email, password: currentPassword });

export const login = defineEndpoint({
  method: "POST",
  path: "/admin/login",
  access: "public",
  summary: "Logs in a staff member; the session becomes valid after the authenticator code",
  input: loginInput,
  output: z.object({ token: z.string() }),
});

export const codeInput = z.object({ code });

export const confirmLogin = defineEndpoint({
  method: "POST",
  path: "/admin/login/code",
  access: "public",
  summary: "Takes the authenticator code for the session of the bearer token",
  input: codeInput,
});

export const logout = defineEndpoint({
  method: "POST",
  path: "/admin/logout",
  access: "staff",
  roles: anyRole,
  summary: "Ends the session",
});

export const me = defineEndpoint({
  method: "GET",
  path: "/admin/me",
  access: "staff",
  roles: anyRole,
  summary: "Returns the signed-in staff member and their permissions",
  output: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    roles: z.array(z.enum(staffRoles)),
  }),
});
