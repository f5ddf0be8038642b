import { getSelectProps } from "@conform-to/react";
import { useRef } from "react";
import { useTranslations } from "#app/components/translations";
import type { FieldProps } from "./field";
import { describedBy, FieldFrame, useFocus } from "./field";
import { useChoiceBox } from "./use-choice-box";

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
  const { brought, touched } = useChoiceBox(list, options.length);
  const control = getSelectProps(field, describedBy({ field, hint }));
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <select
        {...control}
        {...useFocus(field)}
        {...touched}
        ref={list}
        className="input"
        {...(brought && { id: undefined, hidden: true })}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          // the browser's country names can differ from the server's
          <option key={option.value} value={option.value} suppressHydrationWarning>
            {option.label}
          </option>
        ))}
      </select>
      {brought && list.current && (
        <brought.Box
          select={list.current}
          id={field.id}
          label={label}
          describedBy={control["aria-describedby"]}
          isWrong={control["aria-invalid"] ?? false}
          hasFocus={brought.hasFocus}
          noMatch={t("noMatch")}
        />
      )}
    </FieldFrame>
  );
}
