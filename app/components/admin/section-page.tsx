import type { ReactNode } from "react";
import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import type { RowAction } from "#app/lib/admin-section";
import type { SectionName } from "#app/lib/admin-sections";
import { paths } from "#app/paths";
import type { OperationRow } from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import { NextPages } from "./next-pages";
import { OperationButton } from "./operation-button";
import { OperationTable } from "./operation-table";
import { useOperationText } from "./operation-text";

type SectionPageProps = {
  name: SectionName;
  /** Heading of the page. */
  title: string;
  /** The days that the lists are of. */
  period: { days: { from: string; to: string } } | null;
  /** Stands above the lists. */
  children?: ReactNode;
  lists: readonly {
    operation: string;
    title: string | null;
    rows: readonly OperationRow[];
    /** The operation's text if it returned no rows. */
    text: string | null;
    /** Cursors of the neighbouring pages. */
    previous: string | null;
    next: string | null;
    /** URL of the whole list if it has more rows and no pages. */
    wholeAt: string | null;
    filter: { field: "status"; values: readonly string[]; chosen?: string | undefined } | null;
    actions: readonly RowAction[];
  }[];
  buttons: readonly string[];
  idempotencyKey: string;
};

/** Page with one or more lists. */
export function SectionPage({
  name,
  title: pageHeading,
  period,
  lists,
  buttons,
  idempotencyKey,
  children,
}: SectionPageProps) {
  const text = useOperationText();
  const t = useTranslations("admin");
  const returnTo = paths.adminSection(name, period?.days);
  const pageOf = (
    { operation, filter }: SectionPageProps["lists"][number],
    cursor: { after?: string; before?: string },
  ) => {
    const list = addressOfOperation(operation);
    const chosen = filter?.chosen && { [filter.field]: filter.chosen };
    return `${paths.adminSection(name, { ...period?.days, ...chosen, list, ...cursor })}#${list}`;
  };
  return (
    <>
      <h1>{pageHeading}</h1>
      <div className="row">
        {buttons.map((operation) => (
          <OperationButton key={operation} operation={operation} returnTo={returnTo} hasForm />
        ))}
      </div>
      {children}
      {lists.map((list) => {
        const { operation, title, rows, text: listText, previous, next, wholeAt, actions, filter } = list;
        const heading = text.title(title ? `${operation} ${title}` : operation);
        return (
          <section
            key={`${operation} ${title}`}
            id={previous || next || filter ? addressOfOperation(operation) : undefined}
          >
            <h2>{heading}</h2>
            {filter && <Filter section={name} operation={operation} {...filter} />}
            {listText ? (
              <p>{listText}</p>
            ) : (
              <OperationTable
                operation={operation}
                caption={heading}
                rows={rows}
                actions={actions}
                returnTo={returnTo}
                idempotencyKey={idempotencyKey}
              />
            )}
            {wholeAt && (
              <p>
                <a className="lone" href={wholeAt}>
                  {t("wholeList", { list: heading })}
                </a>
              </p>
            )}
            <NextPages
              previous={previous}
              next={next}
              href={(cursor) => pageOf(list, cursor)}
              label={heading}
            />
          </section>
        );
      })}
    </>
  );
}

type FilterProps = NonNullable<SectionPageProps["lists"][number]["filter"]> & {
  section: SectionName;
  operation: string;
};

/** Narrows a list to the rows with one of the values. */
function Filter({ section, operation, field, values, chosen }: FilterProps) {
  const text = useOperationText();
  const t = useTranslations("admin");
  return (
    <Form
      method="get"
      action={`${paths.adminSection(section)}#${addressOfOperation(operation)}`}
      className="filters"
    >
      <label className="field">
        {text.field(field, operation)}
        <select key={chosen} name={field} className="input" defaultValue={chosen}>
          <option value="">{t("anyOf")}</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {text.value(value, operation)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button">
        {t("show")}
      </button>
    </Form>
  );
}
