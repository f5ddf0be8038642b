import type { ProblemCode } from "./problem";
import { FileProblem } from "./problem";

/** How files begin that people have instead of a statement; ZIP archives are looked into elsewhere. */
const beginnings: readonly [ProblemCode, number[]][] = [
  ["importPdf", [0x25, 0x50, 0x44, 0x46]],
  ["importOldWorkbook", [0xd0, 0xcf, 0x11, 0xe0]],
  ["importPacked", [0x1f, 0x8b]],
  ["importPacked", [0x52, 0x61, 0x72, 0x21]],
  ["importPacked", [0x37, 0x7a, 0xbc, 0xaf]],
  ["importPicture", [0x89, 0x50, 0x4e, 0x47]],
  ["importPicture", [0xff, 0xd8, 0xff]],
  ["importPicture", [0x47, 0x49, 0x46, 0x38]],
];

/** @throws FileProblem that says what to do with a file of a kind that holds no rows to read, or holds them inside of another file. */
export function refuseOtherKinds(bytes: Uint8Array): void {
  const known = beginnings.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  if (known) throw new FileProblem(known[0]);
}

/** @throws FileProblem for a letter, and for a page that a browser saved with everything around it as one (`.mht`). */
export function refuseLetters(head: string): void {
  if (/^MIME-Version:/im.test(head.slice(0, 4_096)) && /^[\w-]+:/.test(head))
    throw new FileProblem("importMailPage");
}
