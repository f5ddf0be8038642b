import type * as z from "zod/mini";
import type * as user from "#contract/users/index";
import type * as vps from "#contract/vps/index";
import { get, request } from "./api";

/** User fields that the shell shows, as named in the specification's JSON. */
type Sent = Pick<z.input<typeof user.user>, "name" | "photo_path" | "balance" | "unread_tickets">;

export async function currentUser() {
  const sent: Sent = await request("GET", "/user/auth");
  return {
    name: sent.name,
    photoPath: sent.photo_path ?? null,
    balanceCents: Math.round(Number(sent.balance) * 100),
    unreadTickets: sent.unread_tickets ?? [],
  };
}

let stableData: ReturnType<typeof fetchStableData> | undefined;

async function fetchStableData() {
  const [permissions, { alert }, { rates, testServer }] = await Promise.all([
    get<typeof user.permissions>("/front/permissions"),
    get<typeof user.alertMessage>("/user/alert"),
    get<typeof vps.rates>("/vps/rates"),
  ]);
  return { permissions, alert: typeof alert === "object" ? alert : null, rates, testServer };
}

/** Returns data that does not change during a rental; requested once per visit. */
export function whatStays(): ReturnType<typeof fetchStableData> {
  stableData ??= fetchStableData();
  return stableData;
}
