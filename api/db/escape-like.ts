/** Escapes the wildcards of a `like` pattern, so that a text is searched for as it was typed. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
