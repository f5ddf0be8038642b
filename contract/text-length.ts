/**
 * The length of a text of several lines as its limit counts it, in forms and calls alike: characters (an emoji of one sign is one,
 * where JavaScript counts two units), a line end as one, without the space around.
 */
export const textLength = (text: string): number => {
  let length = 0;
  for (const _ of text.replace(/\r\n?/g, "\n").trim()) length++;
  return length;
};
