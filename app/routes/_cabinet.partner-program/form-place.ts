import { useLocation } from "@remix-run/react";
import { paths } from "#app/paths";

/** Where a form of the page is sent: to the page as it is shown, and back to the form's own place on it. */
export function useFormPlace(place: string): string {
  return `${paths.partnerProgram}${useLocation().search}#${place}`;
}
