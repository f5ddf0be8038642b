import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { AgreedPrices } from "#app/components/form/expected-prices";
import { FormErrors } from "#app/components/form/form-errors";
import { SecondQuestion } from "#app/components/form/second-question";
import { SubmitButton } from "#app/components/form/submit-button";
import { Shortage } from "#app/components/form/sums";
import { useLanguage, useTranslations } from "#app/components/translations";
import { utcDateText } from "#app/lib/dates";
import { upgradeName } from "#app/lib/expected-price";
import { moneyText } from "#app/lib/money";
import { listState } from "#app/lib/servers-address";
import { paths, withQuery } from "#app/paths";
import { upgradeDowntimeHours } from "#contract/rules";
import type { changeUpgrade, loadUpgrade } from "./upgrade.server";

type Confirmation = NonNullable<ReturnType<typeof useLoaderData<typeof loadUpgrade>>["confirmation"]>;

/** The confirmation, with the price and the downtime. */
export function ConfirmUpgrade({ confirmation }: { confirmation: Confirmation }) {
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
      <SecondQuestion
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
      </SecondQuestion>
      {missingCents > 0 && (
        <Shortage missingCents={missingCents} returnTo={withQuery(address, { ...choice, confirm: "1" })} />
      )}
    </>
  );
}
