import { useLanguage, useTranslations } from "#app/components/translations";
import { memoryGb } from "#app/lib/machine";
import { moneyText } from "#app/lib/money";
import { numberText } from "#app/lib/numbers";
import type { Output } from "#contract/endpoint";
import type { startingOffer } from "#contract/vps/index";

/** Decorative growth curve, as the monitoring draws it. */
const curve =
  "M0 158l12-6 14-9 11 2 15-14 12-11 11 3 11-7 11-19 9 4 9 0 10 2 16 3 10-3 15-11 16 3 13-8 12-6 11 1 9 0 9-1 15-1 12 0 10-13 14-12 10 6 9 0 18-3 9-3 14-3 10 7 11 0 9 2 17-4 8-9 15-10 11-3 15 1 14-7 10-6 9 1 10 4 9-4 13-4 15 0 10-4 12-1 12-2 10-2 19-1 9 16 5-3";

type PitchProps = Output<typeof startingOffer>;

/**
 * The product in one sentence and three facts, beside the form: the lowest plan price, the test server, the
 * monitoring.
 */
export function Pitch({ offer, freeAccounts }: PitchProps) {
  const t = useTranslations("user");
  const language = useLanguage();
  return (
    <aside className="band pitch">
      <p className="pitch-line">{t("pitch")}</p>
      <dl>
        <div>
          <dt>
            {offer ? t("factPrice", { price: moneyText(offer.priceCents, language) }) : t("factTerminals")}
          </dt>
          <dd>
            {offer
              ? t("factPriceText", {
                  count: offer.terminals,
                  memory: numberText(memoryGb(offer.memoryMb), language),
                  disk: numberText(offer.diskGb, language),
                })
              : t("factTerminalsText")}
          </dd>
        </div>
        <div>
          <dt>{t("factTest")}</dt>
          <dd>{t("factTestText")}</dd>
        </div>
        <div>
          <dt>{t("factMonitoring", { count: freeAccounts })}</dt>
          <dd>{t("factMonitoringText")}</dd>
        </div>
      </dl>
      <svg viewBox="0 0 600 160" preserveAspectRatio="none" aria-hidden="true">
        <path d={`${curve}V160H0z`} className="area" />
        <path d={curve} />
        <path d="M598 23h0" className="end" />
      </svg>
    </aside>
  );
}
