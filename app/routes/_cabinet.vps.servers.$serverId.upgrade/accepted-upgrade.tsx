import { useActionData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { Facts } from "#app/components/ui/facts";
import { Notice } from "#app/components/ui/notice";
import { dateTimeText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import type { ServerDetails } from "#contract/vps/index";
import { canCancelUpgrade } from "#contract/vps/status";
import type { action } from "./route";

/** The upgrade that was accepted; until it starts it can be cancelled. */
export function AcceptedUpgrade({ upgrade }: { upgrade: NonNullable<ServerDetails["upgrade"]> }) {
  const t = useTranslations("upgrade");
  const language = useLanguage();
  const viewer = useViewer();
  const answer = useActionData<typeof action>();
  return (
    <>
      <FormErrors result={answer?.lastResult} />
      <Notice>{t("upgradeAccepted")}</Notice>
      <Facts
        items={[
          [t("serverTariff"), upgrade.tariff],
          [t("upgradeStarts"), dateTimeText(upgrade.startsAt, viewer)],
          [t("charged"), moneyText(upgrade.chargedCents, language)],
        ]}
      />
      {canCancelUpgrade(upgrade.status) ? (
        <Form method="post" preventScrollReset>
          <SubmitButton variant="danger" name="intent" value="cancel">
            {t("cancelUpgrade")}
          </SubmitButton>
        </Form>
      ) : (
        <p>{t("upgradeRunning")}</p>
      )}
    </>
  );
}
