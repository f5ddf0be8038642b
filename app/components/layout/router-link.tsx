import { Link } from "@remix-run/react";
import type { LinkProps } from "#app/components/ui/link";

/** Link component of the ui library, implemented with the router. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} discover="none" {...rest} />;
}
