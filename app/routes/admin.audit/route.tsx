import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConsoleError } from "#app/components/admin/console-error";
import { NextPages } from "#app/components/admin/next-pages";
import { OperationTable } from "#app/components/admin/operation-table";
import { useOperationText } from "#app/components/admin/operation-text";
import { Form } from "#app/components/form";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { EmptyState } from "#app/components/ui/empty-state";
import { cursorsOf } from "#app/lib/cursors";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { foundBy } from "#app/services/found-by.server";
import { requireStaff } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "admin", "audit");

const filters = ["by", "action", "about", "since"] as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const query = new URL(request.url).searchParams;
  const input = Object.fromEntries(filters.map((name) => [name, query.get(name)?.slice(0, 200) ?? ""]));
  const list = { name: "audit-list", input: { ...input, ...cursorsOf(query) } };
  const found = await foundBy(callApi(caller, contract.readList, list));
  const { names } = await callApi(caller, contract.operations, {});
  const actions = input.action && !names.includes(input.action) ? [input.action, ...names] : names;
  return {
    input,
    actions,
    rows: found?.rows ?? [],
    previous: found?.previous ?? null,
    next: found?.next ?? null,
  };
}

/** Staff actions, with filters. */
export default function Audit() {
  const t = useTranslations("admin");
  const text = useOperationText();
  const { input, actions, rows, previous, next } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{t("audit")}</h1>
      <Form method="get" className="row" role="search">
        {filters.map((name) => (
          <div key={name} className="field">
            <label htmlFor={name}>{text.field(name, "audit list")}</label>
            {name === "action" ? (
              <select id={name} name={name} className="input" defaultValue={input.action}>
                <option value="">{t("anyOf")}</option>
                {actions.map((action) => (
                  <option key={action} value={action}>
                    {text.title(action)}
                  </option>
                ))}
              </select>
            ) : (
              <input
                id={name}
                name={name}
                className="input short"
                type={name === "since" ? "date" : "search"}
                defaultValue={input[name]}
              />
            )}
          </div>
        ))}
        <button type="submit" className="button">
          {t("find")}
        </button>
      </Form>
      {rows.length > 0 ? (
        <OperationTable
          operation="audit list"
          caption={t("audit")}
          rows={rows}
          returnTo={paths.adminAudit()}
          idempotencyKey=""
        />
      ) : (
        <EmptyState title={t("nothingFound")} />
      )}
      <NextPages
        previous={previous}
        next={next}
        href={(cursor) => paths.adminAudit({ ...input, ...cursor })}
      />
    </>
  );
}

export const ErrorBoundary = ConsoleError;
