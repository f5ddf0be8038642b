import { randomInt } from "node:crypto";
import { customAlphabet, nanoid } from "nanoid";

/** Random ids; tests may control them. */
export type Ids = {
  /** An unguessable id for a row: 20 characters of the URL alphabet without look-alikes. */
  id(): string;
  /** A secret for links, tokens and keys: 43 characters. */
  secret(): string;
  /** `length` decimal digits. */
  digits(length: number): string;
};

const readable = customAlphabet("23456789abcdefghjkmnpqrstuvwxyz", 20);

/** Ids from the system's random source. */
export const randomIds: Ids = {
  id: () => readable(),
  secret: () => nanoid(43),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
};
