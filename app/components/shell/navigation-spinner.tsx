import { useNavigation } from "@remix-run/react";
import { useText } from "#app/components/text";
import { SpinnerOverlay } from "#app/components/ui/spinner";
import { useWaitsForLine } from "./connection";

/** Says that the next page comes: a line under the band, and the loader over the page when it takes longer than a second. */
export function NavigationSpinner() {
  const t = useText("common");
  const { state } = useNavigation();
  const waitsForLine = useWaitsForLine();
  if (state === "idle" || waitsForLine) return null;
  return (
    <>
      <div className="on-the-way" />
      {state === "loading" && <SpinnerOverlay label={t("loading")} />}
    </>
  );
}
