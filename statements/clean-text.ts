/** A text that is taken as it comes, such as a terminal's comment or a file's name, with `by` where such signs stood. */
export const mended = (text: string, by = " "): string => text.replace(/[\p{Cc}\p{Cs}\uFFFD]/gu, by);
