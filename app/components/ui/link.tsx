import type { AnchorHTMLAttributes, ComponentType } from "react";
import { createContext, useContext } from "react";

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

const Plain = (props: LinkProps) => <a {...props} />;

const LinkContext = createContext<ComponentType<LinkProps>>(Plain);

/** The shell passes the router's link here; without it, plain links are rendered. */
export const LinkProvider = LinkContext.Provider;

/** Link of a ui component, independent of the router. Pages use Remix's own. */
export function UiLink(props: LinkProps) {
  const Found = useContext(LinkContext);
  return <Found {...props} />;
}
