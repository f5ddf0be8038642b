import { Link } from "@remix-run/react";
import type { LinkProps } from "#app/components/ui/link";

/** A link of the ui components, by the router. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} discover="none" {...rest} />;
}
