import { Form } from "#app/components/form";
import { useText } from "#app/components/text";
import { Button } from "#app/components/ui/button";
import { paths } from "#app/paths";
import type { ServersQuery } from "#contract/vps/index";
import type { ServerFilter } from "#contract/vps/status";
import { serverFilters } from "#contract/vps/status";

const names = {
  all: "filterAll",
  active: "filterActive",
  blocked: "filterBlocked",
  revoked: "filterRevoked",
} as const satisfies Record<ServerFilter, string>;

/** Search and status over the list; both stand in the address. */
export function ServersFilter({ query }: { query: ServersQuery }) {
  const t = useText("vps");
  return (
    <Form method="get" action={paths.vps} className="filters" preventScrollReset role="search">
      <div className="field">
        <label htmlFor="search">{t("searchById")}</label>
        <input
          id="search"
          name="search"
          type="search"
          className="input"
          defaultValue={query.search}
          key={query.search}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className="field">
        <label htmlFor="status">{t("status")}</label>
        <select id="status" name="status" className="input" defaultValue={query.status} key={query.status}>
          {serverFilters.map((filter) => (
            <option key={filter} value={filter}>
              {t(names[filter])}
            </option>
          ))}
        </select>
      </div>
      {query.sort !== "issued" && <input type="hidden" name="sort" value={query.sort} />}
      {(query.sort !== "issued" || query.direction !== "desc") && (
        <input type="hidden" name="direction" value={query.direction} />
      )}
      <Button type="submit">{t("find")}</Button>
    </Form>
  );
}
