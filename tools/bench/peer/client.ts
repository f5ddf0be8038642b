import type * as z from "zod/mini";
import type * as user from "#contract/users/index";
import type * as vps from "#contract/vps/index";
import { ask, get } from "./api";

/** The fields that the shell shows, as the specification spells them on the wire. */
type Sent = Pick<z.input<typeof user.user>, "name" | "photo_path" | "balance" | "unread_tickets">;

export async function currentUser() {
  const sent: Sent = await ask("GET", "/user/auth");
  return {
    name: sent.name,
    photoPath: sent.photo_path ?? null,
    balanceCents: Math.round(Number(sent.balance) * 100),
    unreadTickets: sent.unread_tickets ?? [],
  };
}

let known: ReturnType<typeof askOnce> | undefined;

async function askOnce() {
  const [permissions, { alert }, { rates, testServer }] = await Promise.all([
    get<typeof user.permissions>("/front/permissions"),
    get<typeof user.alertMessage>("/user/alert"),
    get<typeof vps.rates>("/vps/rates"),
  ]);
  return { permissions, alert: typeof alert === "object" ? alert : null, rates, testServer };
}

/** What stays as it is while somebody rents is asked once a visit. */
export function whatStays(): ReturnType<typeof askOnce> {
  known ??= askOnce();
  return known;
}
