import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConsoleError } from "#app/components/admin/console-error";
import { SectionPage } from "#app/components/admin/section-page";
import { titled } from "#app/components/page-title";
import { loadSection } from "#app/services/admin-section.server";

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.title);

export const loader = (args: LoaderFunctionArgs) => loadSection(args, args.params.section ?? "");

export default function AdminSection() {
  return <SectionPage {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = ConsoleError;
