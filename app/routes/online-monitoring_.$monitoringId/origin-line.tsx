import { useLanguage, useText } from "#app/components/text";
import { dateText } from "#app/lib/dates";
import { tradingMoney } from "#app/lib/trading-money";
import { paths } from "#app/paths";
import type { AccountPage } from "#contract/monitoring/index";
import type { PageData } from "./load.server";

type Props = Pick<PageData, "figures"> & { account: AccountPage };

/** Where the trades come from and whether they add up, in one line; its own page says what that means. */
export function OriginLine({ figures, account }: Props) {
  const t = useText("statistics");
  const language = useLanguage();
  const { terminal, file, changed, terminal_since: since, adds_up: addsUp, differences } = figures.origin;
  const money = (value: string) =>
    tradingMoney(value, { language, currency: account.currency, display: account.currencyDisplay });
  const parts = [
    terminal > 0 && since && t("fromTerminal", { count: terminal, date: dateText(since, language) }),
    file > 0 && t("fromFile", { count: file }),
    figures.opening && t("fromOpening", { money: money(figures.opening) }),
    changed > 0 && t("changedLater", { count: changed }),
    addsUp === true && t("addsUp"),
    addsUp === false &&
      (differences?.length
        ? differences.map(({ money: value }) => t("differsBy", { money: money(value) })).join("; ")
        : t("doesNotAddUp")),
  ].filter(Boolean);
  return (
    <p className="small" id="origin">
      <a href={paths.monitoringOrigin(account.id)}>{parts.join("; ")}</a>
    </p>
  );
}
