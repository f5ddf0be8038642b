import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { ConfirmForm } from "#app/components/form/confirm-form";
import { AgreedPrices } from "#app/components/form/expected-prices";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { Shortage } from "#app/components/form/sums";
import { DialogPage } from "#app/components/layout/dialog-page";
import { MachineText } from "#app/components/layout/machine-text";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { EmptyState } from "#app/components/ui/empty-state";
import { Notice } from "#app/components/ui/notice";
import { dateTimeText, utcDateText } from "#app/lib/dates";
import { revalidateOtherPrice, upgradeName } from "#app/lib/expected-price";
import { moneyText } from "#app/lib/money";
import { behindDialog, listState } from "#app/lib/server-list-url";
import { serverName } from "#app/lib/server-name";
import { paths, withQuery } from "#app/paths";
import { upgradeDowntimeHours } from "#contract/rules";
import type { ServerDetails } from "#contract/vps/index";
import { canCancelUpgrade, canUpgrade } from "#contract/vps/status";
import { changeUpgrade, loadUpgrade } from "./upgrade.server";
import { UpgradeForm } from "./upgrade-form";

type Confirmation = NonNullable<ReturnType<typeof useLoaderData<typeof loadUpgrade>>["confirmation"]>;

/** The confirmation, with the price and the downtime. */
function ConfirmUpgrade({ confirmation }: { confirmation: Confirmation }) {
  const t = useTranslations("upgrade");
  const language = useLanguage();
  const { search } = useLocation();
  const { server, options, idempotencyKey } = useLoaderData<typeof loadUpgrade>();
  const answer = useActionData<typeof changeUpgrade>();
  const { rateId, date, totalCents, missingCents } = confirmation;
  const amount = moneyText(totalCents, language);
  const tariff = options.rates.find(({ id }) => id === rateId)?.name ?? rateId;
  const address = paths.server(server.id, "upgrade");
  const choice = { rateId, date, from: listState(search).from };
  return (
    <>
      <FormErrors result={answer?.lastResult} />
      <ConfirmForm
        question={t("upgradeQuestion", {
          tariff,
          amount,
          date: utcDateText(date, language),
          count: upgradeDowntimeHours,
        })}
        idempotencyKey={idempotencyKey}
        no={{ label: t("cancel"), to: withQuery(address, choice) }}
      >
        <input type="hidden" name="rateId" value={rateId} />
        <input type="hidden" name="date" value={date} />
        <AgreedPrices prices={[[upgradeName(confirmation), totalCents]]} />
        <SubmitButton name="intent" value="pay">
          {t("payUpgrade", { amount })}
        </SubmitButton>
      </ConfirmForm>
      {missingCents > 0 && (
        <Shortage missingCents={missingCents} returnTo={withQuery(address, { ...choice, confirm: "1" })} />
      )}
    </>
  );
}

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
  const hasDowntime = server.upgrade !== null || (canOrder && !confirmation && options.rates.length > 0);
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
      {hasDowntime && <p className="hint">{t("upgradeDowntime", { count: upgradeDowntimeHours })}</p>}
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
      <DescriptionList
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
