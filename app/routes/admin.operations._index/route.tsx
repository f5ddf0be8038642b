import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useOperationText } from "#app/components/admin/operation-text";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { requireStaff } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "admin", "operations");

export async function loader({ request }: LoaderFunctionArgs) {
  return callApi(await requireStaff(request), contract.operations, {});
}

/** Everything that the command line can do, by its areas. */
export default function Operations() {
  const t = useTranslations("admin");
  const text = useOperationText();
  const { names } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{t("operations")}</h1>
      <p className="hint">{t("operationsHint")}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a className="lone" href={paths.adminOperation(name)}>
              {text.title(name)}
            </a>{" "}
            <code className="small muted">{name}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
