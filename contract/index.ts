import * as balance from "./balance/index";
import * as books from "./books/index";
import type { Endpoint } from "./endpoint";
import * as monitoring from "./monitoring/index";
import * as partner from "./partners/index";
import * as payments from "./payments/index";
import * as privacy from "./privacy/index";
import * as profile from "./profile/index";
import * as security from "./security/index";
import * as support from "./support/index";
import * as telegram from "./telegram/index";
import * as texts from "./texts/index";
import * as user from "./users/index";
import * as vps from "./vps/index";

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;

/**
 * All endpoints of the contract, by module: described by `GET /api/openapi.json` and checked by the architecture
 * tests.
 */
export const areas = {
  user,
  partner,
  payments,
  balance,
  books,
  profile,
  privacy,
  security,
  support,
  telegram,
  monitoring,
  vps,
  texts,
} as const;

/** All endpoints with their names, such as `user.login`. */
export const allEndpoints: readonly { name: string; endpoint: Endpoint }[] = Object.entries(areas).flatMap(
  ([area, members]) =>
    Object.entries(members).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ name: `${area}.${name}`, endpoint: value }] : [],
    ),
);
