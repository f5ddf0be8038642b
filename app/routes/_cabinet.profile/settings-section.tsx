import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { useChosenTheme, useThemeSubmit } from "#app/components/theme";
import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { DescriptionList } from "#app/components/ui/description-list";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { zoneName } from "#app/lib/dates";
import { paths } from "#app/paths";
import { languages, languageTable } from "#contract/languages";

type Settings = {
  /** The chosen time zone, and the name of its current offset. */
  zone: string | null;
  clock: string;
};

/** Language and theme as in the header, plus the system's theme, and the time zone. */
export function SettingsSection({ zone, clock }: Settings) {
  const t = useTranslations("profile");
  const language = useLanguage();
  const theme = useChosenTheme();
  const choose = useThemeSubmit();
  const themes = [
    { value: "light", label: t("light"), isChosen: theme === "light" },
    { value: "dark", label: t("dark"), isChosen: theme === "dark" },
    { value: "system", label: t("system"), isChosen: theme === null },
  ];
  return (
    <section className="card">
      <h2>{t("settings")}</h2>
      <Form method="post" action={paths.chooseLanguage} preventScrollReset>
        <input type="hidden" name="returnTo" value={paths.profile} />
        <fieldset className="field">
          <legend>{t("language")}</legend>
          <div className="row">
            {joinWithSpaces(
              languages.map((value) => (
                <button
                  key={value}
                  type="submit"
                  name="language"
                  value={value}
                  lang={value}
                  className={buttonClass()}
                  aria-pressed={language === value}
                >
                  {languageTable[value].name}
                </button>
              )),
            )}
          </div>
        </fieldset>
      </Form>
      <Form method="post" action={paths.chooseTheme} preventScrollReset onSubmit={choose}>
        <input type="hidden" name="returnTo" value={paths.profile} />
        <fieldset className="field">
          <legend>{t("theme")}</legend>
          <div className="row">
            {joinWithSpaces(
              themes.map(({ value, label, isChosen }) => (
                <button
                  key={value}
                  type="submit"
                  name="theme"
                  value={value}
                  className={buttonClass()}
                  aria-pressed={isChosen}
                >
                  {label}
                </button>
              )),
            )}
          </div>
        </fieldset>
      </Form>
      <DescriptionList
        items={[[t("timeZone"), zone === null ? t("noTimeZone") : `${clock} ${zoneName(zone)}`]]}
      />
      <div className="row">
        <Link to={paths.timeZone} className={buttonClass()} preventScrollReset>
          {t("chooseTimeZone")}
        </Link>
      </div>
    </section>
  );
}
