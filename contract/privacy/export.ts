import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";

/** All that is kept of a client, as one file. */

/** `preparing` by a job; `ready` to be fetched, once; `fetched`: gone. */
export const exportStatuses = ["preparing", "ready", "fetched"] as const;

export const exportState = defineEndpoint({
  method: "GET",
  path: "/user/export",
  access: "client",
  summary: "How the file with the client's data stands; null where none was asked for, or it has expired",
  output: z.object({
    export: z.nullable(
      z.object({
        status: z.enum(exportStatuses),
        requestedAt: timestamp,
        /** Until when a file that is ready can be fetched. */
        endsAt: z.nullable(timestamp),
        bytes: z.nullable(z.int()),
      }),
    ),
  }),
});

export const requestExport = defineEndpoint({
  method: "POST",
  path: "/user/export",
  access: "client",
  proof: "ifTwoStep",
  summary:
    "Has a zip of JSON and CSV made of all that is kept of the client; an e-mail says when it is ready",
});

export const fetchExport = defineEndpoint({
  method: "POST",
  path: "/user/export/file",
  access: "client",
  proof: "ifTwoStep",
  summary: "The zip with the client's data: once, and for three days",
  answer: "file",
});
