import type { ComponentType, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import type { ChoiceBoxProps } from "#app/components/ui/choice-box";

/** Of more choices than that one is found by typing. */
const longList = 10;

type Brought = { Box: ComponentType<ChoiceBoxProps>; hasFocus: boolean };

/** Whether the browser may have opened its list: who comes by a key sees where the focus is, who presses sees the list. */
const mayBeOpen = (list: HTMLSelectElement) =>
  document.activeElement === list && !list.matches(":focus-visible");

/**
 * What stands in for a long list once it was touched by mouse or key: null until it has come, and while the browser's own list
 * may be open. By touch the browser's own list stays: it is made for fingers.
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
    // the list is closed by a choice or by leaving it
    element.addEventListener("blur", replace, { once: true });
    element.addEventListener("change", replace, { once: true });
  }

  // the focus may have been there before the page was taken over
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
