import { useTranslations } from "#app/components/translations";
import { Button } from "#app/components/ui/button";
import { tryAgain, useWaitsForLine } from "./connection";

/**
 * Says that the connection is lost, over an unchanged page. With script the live region is always present, so that it
 * is read out.
 */
export function NoConnection() {
  const t = useTranslations("common");
  const waits = useWaitsForLine();
  return (
    <div className="no-connection" role="alert">
      {waits && (
        <>
          <p>{t("noConnection")}</p>
          <Button onClick={tryAgain}>{t("tryAgain")}</Button>
        </>
      )}
    </div>
  );
}
