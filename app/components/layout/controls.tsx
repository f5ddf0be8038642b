import { Form } from "#app/components/form";
import { useThemeSubmit } from "#app/components/theme";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { languages, languageTable } from "#contract/languages";
import type { ShellData } from "./shell-data";

type ControlProps = { returnTo: string };

/**
 * Button that switches to the other theme. CSS decides which one that is, because the system's theme may be in use.
 */
export function ThemeToggle({ returnTo }: ControlProps) {
  const t = useTranslations("common");
  const choose = useThemeSubmit();
  return (
    <Form method="post" action={paths.chooseTheme} preventScrollReset replace onSubmit={choose}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <button type="submit" name="theme" value="dark" className="bar-button to-dark">
        <span>{t("darkTheme")}</span>
      </button>{" "}
      <button type="submit" name="theme" value="light" className="bar-button to-light">
        <span>{t("lightTheme")}</span>
      </button>
    </Form>
  );
}

/** Button that switches to the next language, named in that language. */
export function LanguageSwitch({ language, returnTo }: ControlProps & Pick<ShellData, "language">) {
  const nextLanguage = languages[(languages.indexOf(language) + 1) % languages.length];
  return (
    <Form method="post" action={paths.chooseLanguage} preventScrollReset replace>
      <input type="hidden" name="returnTo" value={returnTo} />
      <button
        type="submit"
        name="language"
        value={nextLanguage}
        lang={nextLanguage}
        data-short={nextLanguage?.toUpperCase()}
        className="bar-button"
      >
        <span>{nextLanguage && languageTable[nextLanguage].name}</span>
      </button>
    </Form>
  );
}

/** Button that ends the session. */
export function LogOut() {
  const t = useTranslations("common");
  return (
    <Form method="post" action={paths.logout} reloadDocument>
      <button type="submit" className="bar-button">
        {t("logOut")}
      </button>
    </Form>
  );
}
