import { randomInt } from "node:crypto";
import { customAlphabet, nanoid } from "nanoid";
import type { Ids } from "#api/parts";

const readable = customAlphabet("23456789abcdefghjkmnpqrstuvwxyz", 20);

/** Ids from the system's source of chance. */
export const randomIds: Ids = {
  id: () => readable(),
  secret: () => nanoid(43),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
};
