import type { ReactNode } from "react";
import { Icon } from "./icon";

type MoreMenuProps = {
  /** Of the menu, unique on its page. */
  id: string;
  /** What the button is called, with what the menu is about. */
  label: string;
  children: ReactNode;
};

/** The rest of what can be done with a thing, by name: a popover, which opens and closes without script. */
export function MoreMenu({ id, label, children }: MoreMenuProps) {
  return (
    <div className="more">
      <button type="button" className="button" popovertarget={id} aria-label={label}>
        <Icon name="more" />
      </button>
      <div id={id} popover="auto">
        {children}
      </div>
    </div>
  );
}
