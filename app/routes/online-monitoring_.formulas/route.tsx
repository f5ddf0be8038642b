import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "#app/components/layout/legal-page";
import { titled } from "#app/components/page-title";
import { loadShippedText } from "#app/services/content.server";

/** A document: it needs no script and gets none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.title);

export const loader = ({ request }: LoaderFunctionArgs) => loadShippedText(request, "formulas");

/** The formulas' versions, and where they differ from MetaTrader's. */
export default function Formulas() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
