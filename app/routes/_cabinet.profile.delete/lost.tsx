import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { Facts } from "#app/components/ui/facts";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import type { Output } from "#contract/endpoint";
import type { deletionState } from "#contract/privacy/index";

/** What is deleted with the account: money, servers, trading accounts. */
export function Lost({ state }: { state: Output<typeof deletionState> }) {
  const t = useTranslations("accountDeletion");
  const language = useLanguage();
  const viewer = useViewer();
  const { balanceCents, partnerBalanceCents, servers, serverCount, monitoringAccounts } = state;
  const hidden = serverCount - servers.length;
  return (
    <section className="stack">
      <h3>{t("lost")}</h3>
      <Facts
        items={[
          [t("balance"), moneyText(balanceCents, language)],
          [t("partnerBalance"), moneyText(partnerBalanceCents, language)],
        ]}
      />
      {balanceCents + partnerBalanceCents > 0 && <p className="hint">{t("balanceHint")}</p>}
      {serverCount > 0 && (
        <>
          <p>{t("servers", { count: serverCount })}</p>
          <ul>
            {servers.map(({ id, tariff, comment, paidUntil }) => (
              <li key={id}>
                <code>{id}</code> {[tariff, comment].filter(Boolean).join(", ")},{" "}
                {t("paidUntil", { time: dateText(paidUntil, viewer) })}
              </li>
            ))}
            {hidden > 0 && <li>{t("andMore", { count: hidden })}</li>}
          </ul>
        </>
      )}
      {monitoringAccounts > 0 && <p>{t("accounts", { count: monitoringAccounts })}</p>}
      <p>{t("rest")}</p>
    </section>
  );
}
