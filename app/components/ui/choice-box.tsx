import "./choice-box.css";
import { useContext, useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { exposeNonce } from "./expose-nonce";

exposeNonce();

export type ChoiceBoxProps = {
  /** The native select that is replaced. It holds the value, and the form submits it. */
  select: HTMLSelectElement;
  id: string;
  label: string;
  describedBy: string | undefined;
  isWrong: boolean;
  hasFocus: boolean;
  /** Text shown if no option matches the input. */
  noMatch: string;
};

/**
 * Replaces a long select with a searchable combo box; the choice is written to the select. It weighs 50 KB: load it
 * when the select is first touched.
 */
export function ChoiceBox({ select, id, label, describedBy, isWrong, hasFocus, noMatch }: ChoiceBoxProps) {
  const [chosen, setChosen] = useState(select.value);
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const choose = (value: string) => {
    setChosen(value);
    select.value = value;
    for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
  };
  return (
    <I18nProvider locale={document.documentElement.lang}>
      <ComboBox
        className="choice-box"
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        isInvalid={isWrong}
        validationBehavior="aria"
        allowsEmptyCollection
        autoFocus={hasFocus}
        defaultItems={[...select.options].map(({ value, text }) => ({ id: value, text }))}
        defaultInputValue={select.selectedOptions[0]?.text ?? ""}
        selectedKey={chosen}
        onSelectionChange={(key) => key !== null && choose(String(key))}
      >
        <Typed />
        <Button />
        <Popover className="choices" UNSTABLE_portalContainer={layer ?? undefined}>
          <ListBox renderEmptyState={() => <p className="no-match">{noMatch}</p>}>
            {({ id, text }: { id: string; text: string }) => <ListBoxItem id={id}>{text}</ListBoxItem>}
          </ListBox>
        </Popover>
      </ComboBox>
      <TopLayer onReady={setLayer} />
    </I18nProvider>
  );
}

/** Container of the list: on top of a modal dialog and not clipped by it. */
function TopLayer({ onReady }: { onReady: (layer: HTMLElement) => void }) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!layer.current) return;
    layer.current.showPopover();
    onReady(layer.current);
  }, [onReady]);
  return <div ref={layer} popover="manual" className="choice-layer" />;
}

/**
 * The input of the combo box. Typing replaces the selected text; a click opens the whole list, like a native select.
 */
function Typed() {
  const state = useContext(ComboBoxStateContext);
  return (
    <Input
      className="input"
      // React Aria dispatches synthetic focus events for its virtual focus on options; they are not trusted
      onFocus={({ isTrusted, currentTarget }) => isTrusted && currentTarget.select()}
      onClick={() => state?.open(null, "manual")}
      onKeyDown={(event) => {
        // Escape closes the list, not the surrounding dialog
        if (event.key === "Escape" && state?.isOpen) event.preventDefault();
      }}
    />
  );
}
