import type { ReactNode } from "react";
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
  const pageOf = (operation: string, cursor: { after?: string; before?: string }) => {
    const list = addressOfOperation(operation);
    return `${paths.adminSection(name, { ...period?.days, list, ...cursor })}#${list}`;
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
      {lists.map(({ operation, title, rows, text: listText, previous, next, wholeAt, actions }) => {
        const heading = text.title(title ? `${operation} ${title}` : operation);
        return (
          <section
            key={`${operation} ${title}`}
            id={previous || next ? addressOfOperation(operation) : undefined}
          >
            <h2>{heading}</h2>
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
              href={(cursor) => pageOf(operation, cursor)}
              label={heading}
            />
          </section>
        );
      })}
    </>
  );
}
