import type { ReactNode } from "react";
import { joinWithSpaces } from "./join-with-spaces";
import { UiLink } from "./link";

export type TabItem = { href: string; label: ReactNode; current?: boolean };

type TabsProps = { label: string; items: readonly TabItem[]; small?: boolean };

/** Tabs as links, so each has a URL. `small` renders them as segments, for periods and other short choices. */
export function Tabs({ label, items, small }: TabsProps) {
  return (
    <nav className={small ? "segments" : "tabs"} aria-label={label}>
      {joinWithSpaces(
        items.map((item) => (
          <UiLink key={item.href} href={item.href} aria-current={item.current ? "page" : undefined}>
            {item.label}
          </UiLink>
        )),
      )}
    </nav>
  );
}
