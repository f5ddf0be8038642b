import { useText } from "#app/components/text";
import { buttonClass } from "#app/components/ui/button";
import { spaced } from "#app/components/ui/spaced";
import type { User } from "#contract/users/index";

/** One-time links to the chat-bot, for the account and for monitoring. */
export function BotSection({ user }: { user: User }) {
  const t = useText("profile");
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
        {spaced(
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
