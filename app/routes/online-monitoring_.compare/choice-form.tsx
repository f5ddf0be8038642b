import { Form } from "#app/components/form";
import { RichText, useTranslations } from "#app/components/translations";
import { Button } from "#app/components/ui/button";
import { paths } from "#app/paths";
import type { Problem } from "./load.server";

type Chosen = { a: string; b: string };
type Props = { chosen: Chosen; problems: { a?: Problem; b?: Problem } };

/** Two accounts to compare, given by their page URLs. Invalid input is preserved with its error. */
export function ChoiceForm({ chosen, problems }: Props) {
  const t = useTranslations("public");
  return (
    <>
      <header className="page-head">
        <h1>{t("compareTitle")}</h1>
        <p>
          <RichText tags={{ list: (text) => <a href={paths.publicAccounts()}>{text}</a> }}>
            {t("compareText")}
          </RichText>
        </p>
      </header>
      <Form reloadDocument method="get" action={paths.compareAccounts()} className="card form narrow-form">
        <Account name="a" label={t("first")} value={chosen.a} problem={problems.a} isFirstWrong />
        <Account
          name="b"
          label={t("second")}
          value={chosen.b}
          problem={problems.b}
          isFirstWrong={!problems.a}
        />
        <Button type="submit" variant="primary">
          {t("compare")}
        </Button>
      </Form>
    </>
  );
}

type AccountProps = {
  name: keyof Chosen;
  label: string;
  value: string;
  problem: Problem | undefined;
  isFirstWrong: boolean;
};

function Account({ name, label, value, problem, isFirstWrong }: AccountProps) {
  const t = useTranslations("public");
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        className="input"
        defaultValue={value}
        required
        autoComplete="off"
        spellCheck={false}
        aria-describedby={problem ? `${name}-error` : undefined}
        aria-invalid={problem ? true : undefined}
        // biome-ignore lint/a11y/noAutofocus: the first wrong field has the focus (screens)
        autoFocus={problem !== undefined && isFirstWrong}
      />
      {problem && (
        <span className="error" id={`${name}-error`} role="alert">
          {t(problem)}
        </span>
      )}
    </div>
  );
}
