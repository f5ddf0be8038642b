import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";

/** Pages of a client as seen by staff, read-only. */

export const openView = defineEndpoint({
  method: "POST",
  path: "/admin/views",
  access: "public",
  inView: "allowed",
  summary: "Exchanges the code of `clients view` for a read-only session of the client",
  input: z.object({ code: z.string() }),
  output: z.object({ token: z.string(), endsAt: timestamp, clientId: z.string(), email: z.string() }),
});

export const endView = defineEndpoint({
  method: "POST",
  path: "/admin/views/end",
  access: "client",
  isOpenToBlocked: true,
  inView: "allowed",
  summary: "Ends the read-only session",
});
