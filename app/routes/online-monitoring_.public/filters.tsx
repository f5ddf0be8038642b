import { Form } from "#app/components/form";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Button } from "#app/components/ui/button";
import { percentText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import type { PublicQuery } from "#contract/monitoring/index";
import { publicModes, publicSorts } from "#contract/monitoring/status";

type Option = { value: string | number; label: string };

const drawdowns = [5, 10, 20, 30];
const ages = [
  [90, "months3"],
  [365, "year1"],
  [730, "years2"],
] as const;

/** Filters and order of the list; all are in the URL. */
export function Filters({ query }: { query: PublicQuery }) {
  const t = useTranslations("public");
  const language = useLanguage();
  const any = { value: "", label: t("any") };
  return (
    <Form
      reloadDocument
      method="get"
      action={paths.publicAccounts()}
      className="public-filters"
      role="search"
    >
      <div className="field">
        <label htmlFor="search">{t("search")}</label>
        <input
          id="search"
          name="search"
          type="search"
          className="input"
          defaultValue={query.search}
          maxLength={60}
          autoComplete="off"
        />
      </div>
      <Choice
        name="drawdown"
        label={t("drawdownMost")}
        value={query.drawdown}
        options={[any, ...drawdowns.map((value) => ({ value, label: percentText(value, language) }))]}
      />
      <Choice
        name="age"
        label={t("ageLeast")}
        value={query.age}
        options={[any, ...ages.map(([value, label]) => ({ value, label: t(label) }))]}
      />
      <Choice
        name="mode"
        label={t("account")}
        value={query.mode}
        options={publicModes.map((value) => ({ value, label: t(`mode_${value}`) }))}
      />
      <Choice
        name="sort"
        label={t("order")}
        value={query.sort}
        options={publicSorts.map((value) => ({ value, label: t(`sort_${value}`) }))}
      />
      <Button type="submit">{t("show")}</Button>
    </Form>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  value: string | number | undefined;
  options: readonly Option[];
};

/** A value in the URL that the list does not offer is preserved. */
function Choice({ name, label, value = "", options }: ChoiceProps) {
  const isOffered = options.some((option) => option.value === value);
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} className="input" defaultValue={value}>
        {[...options, ...(isOffered ? [] : [{ value, label: String(value) }])].map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
