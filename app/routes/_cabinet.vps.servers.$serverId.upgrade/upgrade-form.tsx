import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { DateField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { resultOf } from "#app/components/form/form-result";
import { RadioField } from "#app/components/form/radio-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { Shortage } from "#app/components/form/sums";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useLanguage, useTranslations } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { utcDateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { numberText } from "#app/lib/numbers";
import { listState } from "#app/lib/server-list-url";
import { paths, withQuery } from "#app/paths";
import type { Output } from "#contract/endpoint";
import type * as contract from "#contract/vps/index";
import type { changeUpgrade, loadUpgrade } from "./upgrade.server";

const megabytesOfGigabyte = 1024;

type Choice = { rateId: string | undefined; date: string | undefined };

/** Returns the requested quote while it matches the current choice. */
function useQuotedUpgrade(chosen: Choice) {
  const answer = useActionData<typeof changeUpgrade>();
  if (!answer?.shown) return null;
  const { rateId, date } = answer.lastResult.initialValue ?? {};
  if (rateId !== chosen.rateId || date !== chosen.date) return null;
  return { rateId: String(rateId), date: String(date), ...answer.shown.price };
}

/** Chooses a larger plan and a date; the price for the remaining days is shown before payment. */
export function UpgradeForm() {
  const t = useTranslations("upgrade");
  const vps = useTranslations("vps");
  const payment = useTranslations("payment");
  const language = useLanguage();
  const { server, options, chosen } = useLoaderData<typeof loadUpgrade>();
  const answer = useActionData<typeof changeUpgrade>();
  const { search } = useLocation();
  const [form, fields] = useContractForm(
    () => import("#contract/vps/index").then((module) => module.upgradeForm),
    {
      lastResult: resultOf(answer, "order", "quote"),
      defaultValue: chosen,
    },
  );
  const gigabytes = (value: number) => vps("gigabytes", { value: numberText(value, language) });
  const { firstDay, lastDay } = options;
  const typed = { rateId: fields.rateId.value, date: fields.date.value };
  const quoted = useQuotedUpgrade(typed);
  const foot = { quoted, isFirstDay: typed.date === firstDay };
  const returnTo = withQuery(paths.server(server.id, "upgrade"), { ...typed, from: listState(search).from });
  const missingCents = quoted?.missingCents ?? 0;
  return (
    <Form method="post" of={form} className="form by-choice" preventScrollReset>
      <FormError form={form} errorBelow={missingCents > 0 && payment("insufficientFunds")} />
      <RadioField
        plates
        field={fields.rateId}
        label={t("serverTariff")}
        choices={options.rates.map((rate) => ({
          value: rate.id,
          label: t("upgradeRate", {
            tariff: rate.name,
            processor: vps("cores", { count: rate.processor }),
            memory: gigabytes(rate.memoryMb / megabytesOfGigabyte),
            disk: gigabytes(rate.diskGb),
          }),
          hint: t("upgradePerMonth", {
            amount: moneyText(rate.differencePerMonthCents, language),
            count: options.daysLeft,
            total: moneyText(rate.differenceCents, language),
          }),
        }))}
      />
      <DateField field={fields.date} label={t("date")} hint={t("dateHint")} min={firstDay} max={lastDay} />
      {quoted && <UpgradePrice price={quoted} returnTo={returnTo} />}
      <FaqLink question="upgrade" />
      <UpgradeFoot {...foot} />
    </Form>
  );
}

function UpgradePrice({
  price,
  returnTo,
}: {
  price: Output<typeof contract.quoteUpgrade>;
  returnTo: string;
}) {
  const t = useTranslations("upgrade");
  const payment = useTranslations("payment");
  const language = useLanguage();
  const { daysLeft, totalCents, balanceCents, missingCents } = price;
  return (
    <div role="status" className="stack">
      <DescriptionList
        items={[
          [
            t("difference"),
            <span key="difference">
              <strong>{moneyText(totalCents, language)}</strong> {t("daysLeft", { count: daysLeft })}
            </span>,
          ],
          [payment("balanceAfter"), missingCents > 0 ? null : moneyText(balanceCents - totalCents, language)],
        ]}
      />
      {missingCents > 0 && <Shortage missingCents={missingCents} returnTo={returnTo} />}
    </div>
  );
}

type UpgradeFootProps = { quoted: ReturnType<typeof useQuotedUpgrade>; isFirstDay: boolean };

/**
 * The total of the current choice, beside the buttons. A requested quote is shown with its plan and date, because
 * without script it stays visible when another plan is chosen. Otherwise shows what each plan costs from today on.
 * CSS shows only the chosen plan (`by-choice`); each total also names its plan, for readers without CSS. There is no
 * total for another date before its quote is requested.
 */
function UpgradeFoot({ quoted, isFirstDay }: UpgradeFootProps) {
  const t = useTranslations("upgrade");
  const payment = useTranslations("payment");
  const language = useLanguage();
  const { options } = useLoaderData<typeof loadUpgrade>();
  const total = (cents: number) => (cents > 0 ? moneyText(cents, language) : t("noCharge"));
  const plan = options.rates.find(({ id }) => id === quoted?.rateId);
  return (
    <div className="dialog-foot">
      <div>
        <span className="small muted">
          {quoted
            ? `${payment("total")}: ${plan?.name}, ${utcDateText(quoted.date, language)}`
            : isFirstDay
              ? t("totalToday")
              : payment("total")}
        </span>
        {quoted ? (
          <div className="figure">{total(quoted.totalCents)}</div>
        ) : isFirstDay ? (
          options.rates.map(({ id, name, differenceCents }, index) => (
            <div key={id} data-choice={index + 1} className="figure">
              <span className="hidden-text">{name}: </span>
              {total(differenceCents)}
            </div>
          ))
        ) : (
          <div className="figure">–</div>
        )}
      </div>
      <div className="row">
        <SubmitButton variant="quiet" name="intent" value="quote">
          {t("showPrice")}
        </SubmitButton>{" "}
        <SubmitButton name="intent" value="order">
          {t("upgradeButton")}
        </SubmitButton>
      </div>
    </div>
  );
}
