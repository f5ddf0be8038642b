import { CopyButton } from "./copy-field";

type CodeListProps = {
  codes: readonly string[];
  copy: string;
  copied: string;
  save: string;
  fileName: string;
};

/** Recovery codes to read, print, copy or download. */
export function CodeList({ codes, copy, copied, save, fileName }: CodeListProps) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  return (
    <>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <CopyButton value={codes.join("\n")} copy={copy} copied={copied} />{" "}
        <a className="lone" href={file} download={fileName}>
          {save}
        </a>
      </div>
    </>
  );
}
