/** Returns free text, such as a terminal's comment or a file name, with invalid characters replaced by `by`. */
export const mended = (text: string, by = " "): string => text.replace(/[\p{Cc}\p{Cs}\uFFFD]/gu, by);
