import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { useText } from "#app/components/text";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";
import { environment } from "#app/services/env.server";
import { readForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { ownAccount } from "#app/services/own-account.server";
import { requireSection } from "#app/services/sections.server";
import { intents } from "./actions.server";
import { Address } from "./address";
import { BadgeCode } from "./badge-code";
import { CommonForm } from "./common-form";
import { SharingForm } from "./sharing-form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "sharing", "settings");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [account, texts] = await Promise.all([
    ownAccount(caller, params.monitoringId),
    loadTexts(request, "sharing"),
  ]);
  const { id, name, visibility, showMoney, showPositions, showNumber, currencyDisplay } = account;
  const origin = environment().publicOrigin;
  return {
    ...{ id, name, visibility, showMoney, showPositions, showNumber, currencyDisplay, texts },
    address: origin + paths.monitoringPage(id),
    badge: origin + paths.monitoringFile(id, "badge.svg"),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const body = await readForm(request);
  const intent = String(body.get("intent"));
  if (!Object.hasOwn(intents, intent)) throw data({ message: "unknownIntent" }, { status: 400 });
  return intents[intent as keyof typeof intents]({ request, caller, body, id: params.monitoringId ?? "" });
}

export default function CommonSettings() {
  const t = useText("sharing");
  const account = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const resultOf = (form: string) =>
    answer && "form" in answer && answer.form === form ? answer.lastResult : undefined;
  return (
    <>
      <CommonForm key={account.name} account={account} lastResult={resultOf("common")} />
      <SharingForm account={account} lastResult={resultOf("sharing")} />
      <Address address={account.address} />
      <BadgeCode account={account} />
      <section>
        <h2>{t("dangerTitle")}</h2>
        <p>{t("dangerText")}</p>
        <p>
          <Link to={paths.monitoringAccount(account.id, "delete")} className={buttonClass("danger")}>
            {t("delete")}
          </Link>
        </p>
      </section>
    </>
  );
}
