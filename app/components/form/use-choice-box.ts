import type { ComponentType, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import type { ChoiceBoxProps } from "#app/components/ui/choice-box";

/** Lists with more options than this are searchable by typing. */
const longList = 10;

type Brought = { Box: ComponentType<ChoiceBoxProps>; hasFocus: boolean };

/**
 * Returns whether the browser's list may be open. A pointer opens the list as it focuses it; keyboard focus
 * (`:focus-visible`) does not.
 */
const mayBeOpen = (list: HTMLSelectElement) =>
  document.activeElement === list && !list.matches(":focus-visible");

/**
 * The searchable replacement of a long list, loaded when the list is first used by mouse or keyboard. `brought` is
 * null until it is loaded, and while the native list may be open. On touch screens the native list stays because it
 * suits fingers better.
 */
export function useChoiceBox(list: RefObject<HTMLSelectElement>, count: number) {
  const [brought, setBrought] = useState<Brought | null>(null);
  const isOpenByKey = useRef(false);

  async function bring(): Promise<void> {
    if (count <= longList || brought || matchMedia("(pointer: coarse)").matches) return;
    const { ChoiceBox } = await import("#app/components/ui/choice-box").catch(() => ({ ChoiceBox: null }));
    const element = list.current;
    if (!ChoiceBox || !element || element.hidden) return;
    const replace = () => setBrought({ Box: ChoiceBox, hasFocus: document.activeElement === element });
    if (!mayBeOpen(element) && !isOpenByKey.current) return replace();
    // the native list closes on a choice or on blur
    element.addEventListener("blur", replace, { once: true });
    element.addEventListener("change", replace, { once: true });
  }

  // the list may have had the focus before hydration
  useEffect(() => {
    if (document.activeElement === list.current) void bring();
  }, []);

  const touched = {
    onPointerEnter: () => void bring(),
    onFocus: () => void bring(),
    onKeyDown: ({ key, altKey }: { key: string; altKey: boolean }) => {
      isOpenByKey.current ||= altKey || [" ", "Enter", "F4"].includes(key);
    },
  };
  return { brought, touched };
}
