import { iconAnswer } from "#app/services/brand.server";

/**
 * Browsers and link previews request this path if they have not been given the icon's URL. They go by the content
 * type, not by the file name.
 */
export const loader = () => iconAnswer();
