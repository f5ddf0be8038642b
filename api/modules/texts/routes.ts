import type { Handler } from "#api/http/handle";
import { readText } from "./read-text";

export const textsRoutes: readonly Handler[] = [readText];
