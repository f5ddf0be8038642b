import { useNavigation } from "@remix-run/react";
import { useHasScript } from "#app/components/page-script";
import { useTranslations } from "#app/components/translations";
import { SpinnerOverlay } from "#app/components/ui/spinner";
import { useWaitsForLine } from "./connection";

/**
 * Says that the next page comes: a line under the band, and the loader over the page when it takes longer than a second. Where a
 * document comes, or the page is not taken over yet, the starter shows them (`services/starter.server.ts`).
 */
export function NavigationSpinner() {
  const t = useTranslations("common");
  const { state } = useNavigation();
  const waitsForLine = useWaitsForLine();
  const hasScript = useHasScript();
  if (!hasScript) return null;
  return (
    <>
      <div className="on-the-way" hidden={state === "idle" || waitsForLine} />
      <SpinnerOverlay label={t("loading")} hidden={state !== "loading" || waitsForLine} />
    </>
  );
}
