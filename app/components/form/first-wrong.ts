import { createContext } from "react";

/** The field of a form that is to be corrected first. Fields are drawn in the order in which they stand: the first wrong one says its name. */
export const FirstWrong = createContext<{ name?: string } | null>(null);
