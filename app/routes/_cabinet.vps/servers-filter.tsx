import { useEffect, useRef } from "react";
import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import { Button } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { Tabs } from "#app/components/ui/tabs";
import { isUsualOrder, listAddress } from "#app/lib/server-list-url";
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

/** Search and status filter of the list; both are in the URL. */
export function ServersFilter({ query }: { query: ServersQuery }) {
  const t = useTranslations("vps");
  const isUsual = isUsualOrder(query);
  const input = useRef<HTMLInputElement>(null);
  const shownSearch = useRef(query.search);
  useEffect(() => {
    if (shownSearch.current === query.search) return;
    shownSearch.current = query.search;
    // text being typed is kept while the results of an earlier search arrive
    if (input.current && input.current !== document.activeElement) input.current.value = query.search ?? "";
  }, [query.search]);
  return (
    <div className="find">
      <Form method="get" action={paths.vps} preventScrollReset role="search">
        <label htmlFor="search" className="hidden-text">
          {t("searchById")}
        </label>
        <input
          ref={input}
          id="search"
          name="search"
          type="search"
          className="input"
          placeholder={t("searchHint")}
          defaultValue={query.search}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
        />
        {query.status !== "all" && <input type="hidden" name="status" value={query.status} />}
        {!isUsual && <input type="hidden" name="sort" value={query.sort} />}
        {!isUsual && <input type="hidden" name="direction" value={query.direction} />}
        <Button type="submit">
          <Icon name="search" /> {t("find")}
        </Button>
      </Form>
      <Tabs
        small
        label={t("status")}
        items={serverFilters.map((filter) => ({
          href: listAddress({ ...query, status: filter, page: 1 }),
          label: t(names[filter]),
          current: query.status === filter,
        }))}
      />
    </div>
  );
}
