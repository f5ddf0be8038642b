// what remix-serve is given instead of the build: the same with the guard around its routes (bin/seam.mjs)
import * as build from "../build/server/index.js";
import { guarded } from "./seam.mjs";

export * from "../build/server/index.js";
export const { routes } = guarded(build);
