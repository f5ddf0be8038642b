import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, recentAuthFields, timestamp } from "#contract/fields";

/** Deletion of an account. */

/** What has to be settled before deletion: a debt, a pending withdrawal or a pending deposit. */
export const deletionObstacles = ["owes", "withdrawal", "deposit"] as const;
export type DeletionObstacle = (typeof deletionObstacles)[number];

export const deletionState = defineEndpoint({
  method: "GET",
  path: "/user/deletion",
  access: "client",
  summary: "Returns what account deletion removes and what blocks it",
  output: z.object({
    balanceCents: cents,
    partnerBalanceCents: cents,
    /** Servers that are not revoked, at most 20, and their total number. */
    servers: z.array(
      z.object({ id: z.string(), tariff: z.string(), comment: z.string(), paidUntil: timestamp }),
    ),
    serverCount: z.int(),
    monitoringAccounts: z.int(),
    obstacle: z.nullable(z.enum(deletionObstacles)),
  }),
});

export const deleteAccountInput = z.object(recentAuthFields);

export const deleteAccount = defineEndpoint({
  method: "POST",
  path: "/user/deletion",
  access: "client",
  recentAuth: "password",
  summary:
    "Deletes the account: revokes servers, ends sessions and removes everything the law does not require. 409 with a debt or pending payments",
  input: deleteAccountInput,
});
