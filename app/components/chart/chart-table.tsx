import { useTranslations } from "#app/components/translations";
import { Disclosure } from "#app/components/ui/disclosure";

type ChartTableProps = { title: string; columns: readonly string[]; rows: readonly (readonly string[])[] };

/** Shows the data of a small chart as a table that opens below it; a large chart's table has a separate page. */
export function ChartTable({ title, columns, rows }: ChartTableProps) {
  const t = useTranslations("common");
  return (
    <Disclosure summary={t("chartTable")}>
      <table className="table">
        <caption className="hidden-text">{title}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={index > 0 ? "num" : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells]) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="num">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}
