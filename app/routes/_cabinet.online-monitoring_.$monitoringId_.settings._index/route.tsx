import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.monitoringSettings(params.monitoringId ?? "", "common"));
