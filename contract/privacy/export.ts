import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";

/** All stored data of a client, as one file. */

/** `preparing`: a job creates the file; `ready`: it can be downloaded, once; `fetched`: the file is deleted. */
export const exportStatuses = ["preparing", "ready", "fetched"] as const;

export const exportState = defineEndpoint({
  method: "GET",
  path: "/user/export",
  access: "client",
  summary: "Returns the state of the data export; null if none or expired",
  output: z.object({
    export: z.nullable(
      z.object({
        status: z.enum(exportStatuses),
        requestedAt: timestamp,
        /** Until when a ready file can be downloaded. */
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
  recentAuth: "ifTwoStep",
  summary: "Starts a data export (zip of JSON and CSV); an e-mail follows when it is ready",
});

export const fetchExport = defineEndpoint({
  method: "POST",
  path: "/user/export/file",
  access: "client",
  recentAuth: "ifTwoStep",
  summary: "Downloads the data export, once, within three days",
  answer: "file",
});
