import { useNavigation } from "@remix-run/react";
import { useText } from "#app/components/text";
import { SpinnerOverlay } from "#app/components/ui/spinner";

/** Covers the page while the next one loads; a fast page never shows it. */
export function NavigationSpinner() {
  const t = useText("common");
  return useNavigation().state === "loading" ? <SpinnerOverlay label={t("loading")} /> : null;
}
