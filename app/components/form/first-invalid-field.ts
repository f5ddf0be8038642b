import { createContext } from "react";

/**
 * Holds the name of the first invalid field of a form. Fields render in page order, so the first invalid one sets its
 * name.
 */
export const FirstInvalidField = createContext<{ name?: string } | null>(null);
