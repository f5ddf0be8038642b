import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import type { User } from "#contract/users/index";

/** One-time links to the chat-bot, for the account and for monitoring. */
export function BotSection({ user }: { user: User }) {
  const t = useTranslations("profile");
  const links = [
    { href: user.telegramLink, label: t("botAccount") },
    { href: user.telegramMonLink, label: t("botMonitoring") },
  ];
  return (
    <section className="card">
      <h2>{t("bots")}</h2>
      <p>{t("botText")}</p>
      {links.every(({ href }) => !href) && <p className="muted">{t("botOff")}</p>}
      <div className="row">
        {joinWithSpaces(
          links.map(
            ({ href, label }) =>
              href && (
                <a key={label} href={href} className={buttonClass()} target="_blank" rel="noreferrer">
                  {label}
                </a>
              ),
          ),
        )}
      </div>
    </section>
  );
}
