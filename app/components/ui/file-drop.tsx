import "./file-drop.css";
import { DropZone } from "react-aria-components/DropZone";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { exposeNonce } from "./expose-nonce";

exposeNonce();

type FileDropProps = {
  label: string;
  /** The file field that receives the files and submits them. */
  input: HTMLInputElement;
};

type Dropped = { kind: string; getFile?: () => Promise<File> };

/**
 * Overlays a file field. Accepts dropped files, and files pasted while its button has the focus, and passes them to
 * the field. It weighs 17 KB: load it when the field is first touched.
 */
export function FileDrop({ label, input }: FileDropProps) {
  const take = async (items: readonly Dropped[]) => {
    const files = await Promise.all(
      items.flatMap(({ kind, getFile }) => (kind === "file" && getFile?.()) || []),
    );
    if (files.length === 0) return;
    const transfer = new DataTransfer();
    for (const file of input.multiple ? files : files.slice(0, 1)) transfer.items.add(file);
    input.files = transfer.files;
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  };
  return (
    <I18nProvider locale={document.documentElement.lang}>
      <DropZone
        className="file-drop"
        aria-label={label}
        getDropOperation={() => "copy"}
        onDrop={({ items }) => void take(items as readonly Dropped[])}
      />
    </I18nProvider>
  );
}
