/** Characters of a part of a cell in a list, such as a value of an audit row's input. */
const maxLength = 120;

/** Cuts a text that is a part of a cell, so that a list of whole texts stays readable. */
export function cutPart(text: string): string {
  if (text.length <= maxLength) return text;
  const isInsidePair = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1));
  return `${text.slice(0, maxLength - (isInsidePair ? 1 : 0))}…`;
}
