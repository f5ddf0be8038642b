import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { DialogPage } from "#app/components/layout/dialog-page";
import { MachineText } from "#app/components/layout/machine-text";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { EmptyState } from "#app/components/ui/empty-state";
import { Facts } from "#app/components/ui/facts";
import { Notice } from "#app/components/ui/notice";
import { dateTimeText } from "#app/lib/dates";
import { revalidateOtherPrice } from "#app/lib/expected-price";
import { moneyText } from "#app/lib/money";
import { serverName } from "#app/lib/server-name";
import { behindDialog } from "#app/lib/servers-address";
import { upgradeDowntimeHours } from "#contract/rules";
import type { ServerDetails } from "#contract/vps/index";
import { canCancelUpgrade, canUpgrade } from "#contract/vps/status";
import { ConfirmUpgrade } from "./confirm-upgrade";
import { changeUpgrade, loadUpgrade } from "./upgrade.server";
import { UpgradeForm } from "./upgrade-form";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "upgrade", "upgradeTitle", { name: args.data ? serverName(args.data.server) : "" });

export const shouldRevalidate = revalidateOtherPrice;

export const loader = loadUpgrade;

export const action = changeUpgrade;

export default function Upgrade() {
  const t = useTranslations("upgrade");
  const { server, options, confirmation } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const canOrder = !server.upgrade && canUpgrade(server.status);
  return (
    <DialogPage
      title={t("upgradeTitle", { name: serverName(server) })}
      about={
        <>
          {server.tariff}: <MachineText machine={server} />
        </>
      }
      closeTo={behindDialog(search, server.id)}
    >
      {canOrder && confirmation ? null : (
        <p className="hint">{t("upgradeDowntime", { count: upgradeDowntimeHours })}</p>
      )}
      {server.upgrade ? (
        <AcceptedUpgrade upgrade={server.upgrade} />
      ) : !canOrder ? (
        <Notice>{t("notActive")}</Notice>
      ) : confirmation ? (
        <ConfirmUpgrade confirmation={confirmation} />
      ) : options.rates.length === 0 ? (
        <EmptyState title={t("noLarger")}>{t("noLargerText")}</EmptyState>
      ) : (
        <UpgradeForm />
      )}
    </DialogPage>
  );
}

/** The accepted upgrade; it can be cancelled until it starts. */
function AcceptedUpgrade({ upgrade }: { upgrade: NonNullable<ServerDetails["upgrade"]> }) {
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
