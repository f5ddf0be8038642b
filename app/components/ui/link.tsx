import type { AnchorHTMLAttributes, ComponentType } from "react";
import { createContext, useContext } from "react";

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

const Plain = (props: LinkProps) => <a {...props} />;

const LinkContext = createContext<ComponentType<LinkProps>>(Plain);

/** The shell gives the router's link here; without it links are plain ones. */
export const LinkProvider = LinkContext.Provider;

/** A link of a ui component, which knows no router. Pages use Remix's own. */
export function UiLink(props: LinkProps) {
  const Found = useContext(LinkContext);
  return <Found {...props} />;
}
