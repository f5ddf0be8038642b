type CodeListProps = { codes: readonly string[]; save: string; fileName: string };

/** Codes to be kept: to read, to print, and as a file. */
export function CodeList({ codes, save, fileName }: CodeListProps) {
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
      <a className="lone" href={file} download={fileName}>
        {save}
      </a>
    </>
  );
}
