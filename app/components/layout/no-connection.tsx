import { useTranslations } from "#app/components/translations";
import { Button } from "#app/components/ui/button";
import { tryAgain, useWaitsForLine } from "./connection";

/** Says that the line is away, over a page that stays as it is. With script the region is always there, so that it is read out. */
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
