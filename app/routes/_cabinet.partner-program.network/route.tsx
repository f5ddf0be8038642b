import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { loadNetwork } from "./load.server";
import { Network } from "./network";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "partner", "network");

export const loader = loadNetwork;

export default function PartnerNetwork() {
  return <Network {...useLoaderData<typeof loader>()} />;
}
