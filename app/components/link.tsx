import type { LinkProps } from "@remix-run/react";
import { Link as RouterLink } from "@remix-run/react";

/** A path of ours that says where it leads by itself, wherever it stands. */
export const isWholePath = (to: unknown): to is string => typeof to === "string" && /^\/(?!\/)/.test(to);

/** What the router's link would draw, without its six hooks and three looks for where an address leads. */
function Anchor({ to, ...props }: LinkProps) {
  if (!isWholePath(to)) return <RouterLink to={to} {...props} />;
  const { discover = "render", reloadDocument, prefetch, preventScrollReset, ...rest } = props;
  const { relative, replace, state, viewTransition, target, ...plain } = rest;
  const isDiscovered = discover === "render" && !reloadDocument;
  return <a {...plain} data-discover={isDiscovered ? "true" : undefined} href={to} target={target} />;
}

/**
 * The router's link for lists and what stands on every page. The server draws many of them, and nobody presses one there
 * (docs/decisions/0237).
 */
export const Link = import.meta.env.SSR ? Anchor : RouterLink;
