import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { ConsoleError } from "#app/components/admin/console-error";
import { titled } from "#app/components/page-title";
import { requireStaff } from "#app/services/staff.server";

export const meta: MetaFunction<typeof loader> = (args) => titled(args, undefined);

/** Unknown paths of the console. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request);
  throw data({ message: "notFound" }, { status: 404 });
}

/** Without a component the error would be that of a file. */
export default function UnknownPage() {
  return null;
}

export const ErrorBoundary = ConsoleError;
