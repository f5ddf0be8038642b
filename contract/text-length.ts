/**
 * Returns the length of a multi-line text as its limit counts it, in forms and in the API: code points (an emoji of
 * one code point counts as one, not as two UTF-16 units), a line end as one, without surrounding whitespace.
 */
export const textLength = (text: string): number => {
  let length = 0;
  for (const _ of text.replace(/\r\n?/g, "\n").trim()) length++;
  return length;
};
