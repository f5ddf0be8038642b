import { useActionData, useLoaderData } from "@remix-run/react";
import { AgreedPrices } from "#app/components/form/agreed-prices";
import { useLanguage, useText } from "#app/components/text";
import { Facts } from "#app/components/ui/facts";
import { upgradeName } from "#app/lib/agreed";
import { moneyText } from "#app/lib/money";
import type { action, loader } from "./route";

/**
 * Sends along the prices that the form has shown: that of the chosen day where it was asked for, and what each rate costs from the first day
 * on. A price that was refused, as it is another by now, is told here.
 */
export function AgreedUpgrade() {
  const t = useText("upgrade");
  const language = useLanguage();
  const { options } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusedCents = answer?.code === "priceDiffers" ? Number(answer.details.priceCents) : null;
  const toldCents = answer?.shown?.price.totalCents ?? refusedCents;
  const { rateId, date } = answer?.lastResult.initialValue ?? {};
  const asked = upgradeName({ rateId: String(rateId), date: String(date) });
  return (
    <>
      <AgreedPrices
        prices={[
          ...(toldCents === null ? [] : [[asked, toldCents] as const]),
          ...options.rates.map(
            ({ id, differenceCents }) =>
              [upgradeName({ rateId: id, date: options.firstDay }), differenceCents] as const,
          ),
        ]}
      />
      {refusedCents !== null && !answer?.shown && (
        <Facts
          items={[[t("difference"), <strong key="difference">{moneyText(refusedCents, language)}</strong>]]}
        />
      )}
    </>
  );
}
