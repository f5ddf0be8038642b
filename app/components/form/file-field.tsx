import { getInputProps } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import type { FileDrop } from "#app/components/ui/file-drop";
import type { FieldProps } from "./field";
import { describedBy, FieldFrame, useFocus } from "./field";

type FileFieldProps = FieldProps & {
  /** Mime types or extensions, for the file dialog only. */
  accept: readonly string[];
  multiple?: boolean;
  /**
   * Label of the drop zone. If set, the field becomes a large area on which files can be dropped or pasted
   * (docs/adr/0008).
   */
  dropZone?: string;
};

/** Native file field. The form needs `encType="multipart/form-data"`. */
export function FileField({ field, label, hint, accept, multiple, dropZone }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { Drop, isDragged, bring: loadFileDrop } = useFileDrop(dropZone !== undefined);
  const control = (
    <input
      ref={input}
      {...getInputProps(field, { type: "file", ...describedBy({ field, hint }) })}
      {...useFocus(field)}
      className={dropZone ? "input drop-zone" : "input"}
      accept={accept.join(",")}
      multiple={multiple}
      onFocus={loadFileDrop}
    />
  );
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {dropZone ? (
        <div className={isDragged ? "drop-plate dragged" : "drop-plate"}>
          {control}
          {Drop && input.current && <Drop label={dropZone} input={input.current} />}
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  );
}

/** Loads `FileDrop` once the field gets the focus or something is dragged over the page. */
function useFileDrop(isEnabled: boolean) {
  const [loaded, setLoaded] = useState<{ Drop: typeof FileDrop }>();
  const [isDragged, setDragged] = useState(false);
  const loadFileDrop = () => {
    if (!isEnabled || loaded) return;
    import("#app/components/ui/file-drop").then(
      (module) => setLoaded({ Drop: module.FileDrop }),
      // the native field still accepts files if the chunk fails to load
      () => undefined,
    );
  };
  const latestLoad = useRef(loadFileDrop);
  latestLoad.current = loadFileDrop;
  useEffect(() => {
    if (!isEnabled) return;
    const over = () => {
      latestLoad.current();
      setDragged(true);
    };
    const out = (event: DragEvent) => {
      if (event.type !== "dragleave" || event.relatedTarget === null) setDragged(false);
    };
    window.addEventListener("dragenter", over);
    for (const type of ["dragleave", "drop", "dragend"] as const) window.addEventListener(type, out);
    return () => {
      window.removeEventListener("dragenter", over);
      for (const type of ["dragleave", "drop", "dragend"] as const) window.removeEventListener(type, out);
    };
  }, [isEnabled]);
  return { Drop: loaded?.Drop, isDragged, bring: loadFileDrop };
}
