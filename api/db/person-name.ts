import type { SQL, SQLWrapper } from "drizzle-orm";
import { sql } from "drizzle-orm";

/** Returns a name as it is stored: without spaces around it, and letters of any width as the usual ones. */
export const cleanName = (name: string): string => name.normalize("NFKC").trim().replaceAll(/\s+/g, " ");

/** Returns whether two names of operators, which are e-mail addresses in the console, mean the same person. */
export const isSamePerson = (one: string, other: string): boolean =>
  cleanName(one).toLowerCase() === cleanName(other).toLowerCase();

/** The same comparison in a query: such names are equal. */
export const personNamed = (name: SQLWrapper | string): SQL =>
  sql`lower(btrim(regexp_replace(normalize(${name}, NFKC), '\\s+', ' ', 'g')) collate "und-x-icu")`;
