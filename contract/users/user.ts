import * as z from "zod/mini";
import { cents, dollarSum, timestamp } from "#contract/fields";
import { languageOfCode, languages } from "#contract/languages";

/** An upper-case code, as `/user/change_language` takes it; an unsupported language counts as none. */
const languageCode = z.codec(z.optional(z.nullable(z.string())), z.optional(z.enum(languages)), {
  decode: languageOfCode,
  encode: (language) => language?.toUpperCase(),
});

const optionalId = z._default(z.nullable(z.string()), null);

/**
 * A client with the field names of the specification's section 3; `language`, `time_zone` and `unread_tickets` are
 * additions.
 */
const sent = z.object({
  id: z.union([z.string(), z.number()]),
  created_at: timestamp,
  email: z.string(),
  name: z.string(),
  /** URL of the avatar below `/api`; null without an avatar. */
  photo_path: optionalId,
  telegram_link: optionalId,
  telegram_mon_link: optionalId,
  balance: dollarSum,
  balance_partner: dollarSum,
  language: languageCode,
  time_zone: optionalId,
  unread_tickets: z._default(z.array(z.string()), []),
});

export const user = z.codec(
  sent,
  z.object({
    id: z.string(),
    createdAt: timestamp,
    email: z.string(),
    name: z.string(),
    photoPath: z.nullable(z.string()),
    telegramLink: z.nullable(z.string()),
    telegramMonLink: z.nullable(z.string()),
    balanceCents: cents,
    partnerBalanceCents: cents,
    language: z.optional(z.enum(languages)),
    /** IANA time zone; null if none is chosen. */
    timeZone: z.nullable(z.string()),
    /** Tickets with an unread answer. */
    unreadTickets: z.array(z.string()),
  }),
  {
    decode: (user) => ({
      id: String(user.id),
      createdAt: user.created_at,
      email: user.email,
      name: user.name,
      photoPath: user.photo_path,
      telegramLink: user.telegram_link,
      telegramMonLink: user.telegram_mon_link,
      balanceCents: user.balance,
      partnerBalanceCents: user.balance_partner,
      language: user.language,
      timeZone: user.time_zone,
      unreadTickets: user.unread_tickets,
    }),
    encode: (user) => ({
      id: user.id,
      created_at: user.createdAt,
      email: user.email,
      name: user.name,
      photo_path: user.photoPath,
      telegram_link: user.telegramLink,
      telegram_mon_link: user.telegramMonLink,
      balance: user.balanceCents,
      balance_partner: user.partnerBalanceCents,
      language: user.language,
      time_zone: user.timeZone,
      unread_tickets: user.unreadTickets,
    }),
  },
);
export type User = z.output<typeof user>;
