import { useActionData, useLoaderData } from "@remix-run/react";
import { AgreedPrices } from "#app/components/form/expected-prices";
import { upgradeName } from "#app/lib/expected-price";
import type { action, loader } from "./route";

type Choice = { rateId: string | undefined; date: string | undefined };

/** The price that was asked for, as long as it is that of what is chosen now. */
export function useQuotedUpgrade(chosen: Choice) {
  const answer = useActionData<typeof action>();
  if (!answer?.shown) return null;
  const { rateId, date } = answer.lastResult.initialValue ?? {};
  if (rateId !== chosen.rateId || date !== chosen.date) return null;
  return { rateId: String(rateId), date: String(date), ...answer.shown.price };
}

type AgreedUpgradeProps = { quoted: ReturnType<typeof useQuotedUpgrade>; isFirstDay: boolean };

/** Sends along the prices that the foot shows: that of the day that was asked for, else what each plan costs from the first day on. */
export function AgreedUpgrade({ quoted, isFirstDay }: AgreedUpgradeProps) {
  const { options } = useLoaderData<typeof loader>();
  if (quoted) return <AgreedPrices prices={[[upgradeName(quoted), quoted.totalCents]]} />;
  const rates = isFirstDay ? options.rates : [];
  return (
    <AgreedPrices
      prices={rates.map(({ id, differenceCents }) => [
        upgradeName({ rateId: id, date: options.firstDay }),
        differenceCents,
      ])}
    />
  );
}
