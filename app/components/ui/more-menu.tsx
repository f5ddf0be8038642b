import type { ReactNode } from "react";
import { Icon } from "./icon";

type MoreMenuProps = {
  /** Id of the menu, unique on its page. */
  id: string;
  /** Accessible name of the button, including the subject of the menu. */
  label: string;
  children: ReactNode;
};

/** A menu of further actions: a popover that opens and closes without script. */
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
