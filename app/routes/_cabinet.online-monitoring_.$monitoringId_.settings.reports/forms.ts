import * as z from "zod/mini";
import { reportPeriods } from "#contract/monitoring/notices";

/** Payload of `Send now`. */
export const sendForm = z.object({ period: z.enum(reportPeriods, "chooseReport") });
