import * as z from "zod/mini";
import { timestamp } from "#contract/fields";

/** Planned or running maintenance, as the client's pages show it. */
export const maintenance = z.object({
  startsAt: timestamp,
  endsAt: timestamp,
  /** In the language of the request. */
  text: z.string(),
});
export type Maintenance = z.output<typeof maintenance>;

/** The same with the servers it concerns: the first few, and whether there are more. */
export const clientMaintenance = z.extend(maintenance, {
  servers: z.array(z.object({ id: z.string(), comment: z.string() })),
  hasMore: z.boolean(),
});
export type ClientMaintenance = z.output<typeof clientMaintenance>;
