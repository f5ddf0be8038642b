import { getSelectProps } from "@conform-to/react";
import type { ComponentType, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "#app/components/translations";
import type { ChoiceBoxProps } from "#app/components/ui/choice-box";
import type { FieldProps } from "./field";
import { describedBy, FieldFrame, useFocus } from "./field";

/** Lists with more options than this are searchable by typing. */
const longList = 10;

type LoadedChoiceBox = { Component: ComponentType<ChoiceBoxProps>; hasFocus: boolean };

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
function useChoiceBox(list: RefObject<HTMLSelectElement>, count: number) {
  const [loaded, setLoaded] = useState<LoadedChoiceBox | null>(null);
  const isOpenByKey = useRef(false);

  async function loadChoiceBox(): Promise<void> {
    if (count <= longList || loaded || matchMedia("(pointer: coarse)").matches) return;
    const { ChoiceBox } = await import("#app/components/ui/choice-box").catch(() => ({ ChoiceBox: null }));
    const element = list.current;
    if (!ChoiceBox || !element || element.hidden) return;
    const replace = () => setLoaded({ Component: ChoiceBox, hasFocus: document.activeElement === element });
    if (!mayBeOpen(element) && !isOpenByKey.current) return replace();
    // the native list closes on a choice or on blur
    element.addEventListener("blur", replace, { once: true });
    element.addEventListener("change", replace, { once: true });
  }

  // the list may have had the focus before hydration
  useEffect(() => {
    if (document.activeElement === list.current) void loadChoiceBox();
  }, []);

  const touched = {
    onPointerEnter: () => void loadChoiceBox(),
    onFocus: () => void loadChoiceBox(),
    onKeyDown: ({ key, altKey }: { key: string; altKey: boolean }) => {
      isOpenByKey.current ||= altKey || [" ", "Enter", "F4"].includes(key);
    },
  };
  return { brought: loaded, touched };
}

export type Option = { value: string; label: string };

type SelectFieldProps = Omit<FieldProps, "label"> & {
  label: string;
  options: readonly Option[];
  /** Label of the empty first option. */
  empty?: string;
};

/** Native select. A long list becomes searchable by typing once it is touched (docs/adr/0008). */
export function SelectField({ field, label, hint, options, empty }: SelectFieldProps) {
  const t = useTranslations("common");
  const list = useRef<HTMLSelectElement>(null);
  const { brought: loaded, touched } = useChoiceBox(list, options.length);
  const control = getSelectProps(field, describedBy({ field, hint }));
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <select
        {...control}
        {...useFocus(field)}
        {...touched}
        ref={list}
        className="input"
        {...(loaded && { id: undefined, hidden: true })}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          // the browser's country names can differ from the server's
          <option key={option.value} value={option.value} suppressHydrationWarning>
            {option.label}
          </option>
        ))}
      </select>
      {loaded && list.current && (
        <loaded.Component
          select={list.current}
          id={field.id}
          label={label}
          describedBy={control["aria-describedby"]}
          isWrong={control["aria-invalid"] ?? false}
          hasFocus={loaded.hasFocus}
          noMatch={t("noMatch")}
        />
      )}
    </FieldFrame>
  );
}
