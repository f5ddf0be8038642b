import type { DiffLine } from "#app/lib/diff-lines";
import { diffGroups } from "#app/lib/diff-lines";

/** Shows a unified diff line by line, with a sign for people who see no colour; another text as it is. */
export function Diff({ patch }: { patch: string }) {
  const groups = diffGroups(patch);
  if (groups.length === 0) return <p className="said">{patch}</p>;
  return (
    <div className="diff">
      {groups.map((lines, group) => (
        <div key={group}>
          {lines.map((line, index) => (
            <Line key={index} {...line} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The space between sign and text is for text browsers and copies. */
function Line({ kind, text }: DiffLine) {
  if (kind === "added") return <ins>+ {text}</ins>;
  if (kind === "removed") return <del>− {text}</del>;
  return <div>&nbsp; {text}</div>;
}
