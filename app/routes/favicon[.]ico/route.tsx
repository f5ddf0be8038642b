import { iconAnswer } from "#app/services/brand.server";

/** Where a browser or a reader of links looks that was not told of the icon; a picture goes by its type, not by its name. */
export const loader = () => iconAnswer();
