import { iconAnswer } from "#app/services/brand.server";

/** The icon in the colours of the brand. */
export const loader = () => iconAnswer();
