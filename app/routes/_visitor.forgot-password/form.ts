import * as z from "zod/mini";
import { code } from "#contract/fields";

export const codeForm = z.object({ code });
