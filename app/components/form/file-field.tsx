import { useRef } from "react";
import type { FieldProps } from "./field";
import { controlProps, FieldFrame } from "./field";

type FileFieldProps = FieldProps & {
  /** Mime types, as the contract lists them. */
  accept: readonly string[];
  multiple?: boolean;
  /** A large plate: the browser takes files that are dropped on it. */
  dropZone?: boolean;
};

/** Files, by the browser's own field. The form needs `encType="multipart/form-data"`. */
export function FileField({ field, label, hint, accept, multiple, dropZone }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <input
        ref={input}
        {...controlProps({ field, hint })}
        type="file"
        className={dropZone ? "input drop-zone" : "input"}
        accept={accept.join(",")}
        multiple={multiple}
      />
    </FieldFrame>
  );
}
