import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import type { actionsFor } from "#app/lib/admin-section";
import { OperationButton } from "./operation-button";
import { useOperationText } from "./operation-text";

type RowActionsProps = {
  actions: ReturnType<typeof actionsFor>;
  returnTo: string;
  idempotencyKey: string;
};

/** The buttons of a row; those that are seldom needed are behind “More”. */
export function RowActions({ actions, ...about }: RowActionsProps) {
  const t = useTranslations("admin");
  const text = useOperationText();
  const buttons = (seldom: boolean) =>
    actions
      .filter(({ isSeldom = false }) => isSeldom === seldom)
      .map(({ isSeldom: _, ...action }) => (
        <OperationButton key={action.operation} {...action} {...about}>
          {text.action(action.operation)}
        </OperationButton>
      ));
  const further = buttons(true);
  return (
    <div className="row">
      {buttons(false)}
      {further.length > 0 && (
        <details className="further">
          <summary className={buttonClass("quiet")}>{t("more")}</summary>
          <div className="row">{further}</div>
        </details>
      )}
    </div>
  );
}
