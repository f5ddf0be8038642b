/** Mailboxes show about so much beside a subject. */
const most = 140;

/** The beginning of a letter's text that a mailbox shows: whole sentences, or whole words of one that is longer. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const sentences = /^.*[.!?](?=\s)/.exec(line.slice(0, most + 1))?.[0];
  return sentences ?? `${line.slice(0, most).replace(/\s+\S*$/, "")}…`;
}
