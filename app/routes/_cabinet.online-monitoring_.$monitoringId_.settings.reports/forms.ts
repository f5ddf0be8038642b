import * as z from "zod/mini";
import { reportPeriods } from "#contract/monitoring/notices";

/** What `Send now` sends. */
export const sendForm = z.object({ period: z.enum(reportPeriods, "chooseReport") });
