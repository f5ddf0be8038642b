import type { SubmissionResult } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { resultOf } from "#app/components/form/form-result";
import { SubmitButton } from "#app/components/form/submit-button";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { CopyField } from "#app/components/ui/copy-field";
import { Disclosure } from "#app/components/ui/disclosure";
import { badgeFiles } from "#app/lib/badge-files";
import { paths, withQuery } from "#app/paths";
import { environment } from "#app/services/env.server";
import { loadTranslations } from "#app/services/locale.server";
import { ownAccount } from "#app/services/own-account.server";
import { requireSection } from "#app/services/sections.server";
import { changeSettings } from "./actions.server";
import { BadgeCode } from "./badge-code";
import { ClockForm } from "./clock-form";
import { CommonForm } from "./common-form";
import { SharingForm } from "./sharing-form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "sharing", "settings");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [account, texts] = await Promise.all([
    ownAccount(caller, params.monitoringId),
    loadTranslations(request, "sharing"),
  ]);
  const { monitoringId, name, visibility, showMoney, showPositions, showNumber, currencyDisplay } = account;
  const origin = environment().publicOrigin;
  return {
    monitoringId,
    name,
    visibility,
    showMoney,
    showPositions,
    showNumber,
    currencyDisplay,
    texts,
    brokerZone: account.isZoneChosen && account.zone ? account.zone : "auto",
    address: origin + paths.monitoringPage(monitoringId),
    badges: {
      light: origin + paths.monitoringFile(monitoringId, badgeFiles.light),
      dark: origin + paths.monitoringFile(monitoringId, badgeFiles.dark),
      small: origin + paths.monitoringFile(monitoringId, badgeFiles.small),
    },
  };
}

export const action = changeSettings;

export default function CommonSettings() {
  const t = useTranslations("sharing");
  const account = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <div className="stack">
        <CommonForm key={account.name} account={account} lastResult={resultOf(answer, "saveCommon")} />
        <section className="card">
          <Address address={account.address} lastResult={resultOf(answer, "replaceAddress")} />
          <BadgeCode account={account} />
        </section>
        <ClockForm
          key={account.brokerZone}
          brokerZone={account.brokerZone}
          lastResult={resultOf(answer, "saveClock")}
        />
      </div>
      <div className="stack">
        <section className="card">
          <SharingForm account={account} lastResult={resultOf(answer, "saveSharing")} />
        </section>
        <section className="card">
          <h2>{t("dangerTitle")}</h2>
          <p>
            <Link
              to={withQuery(paths.monitoringAccount(account.monitoringId, "delete"), { from: "settings" })}
              className={buttonClass("danger")}
            >
              {t("delete")}
            </Link>
          </p>
        </section>
      </div>
    </>
  );
}

type Props = { address: string; lastResult: SubmissionResult<string[]> | undefined };

/** The page's URL, and a form to replace it; that opens a confirmation first. */
function Address({ address, lastResult }: Props) {
  const t = useTranslations("sharing");
  const common = useTranslations("common");
  return (
    <>
      <h2>{t("address")}</h2>
      <CopyField value={address} copy={common("copy")} copied={common("copied")} />
      <FormErrors result={lastResult} />
      <Disclosure summary={t("replaceAddress")}>
        <p>{t("replaceAddressSure")}</p>
        <Form method="post">
          <SubmitButton variant="danger" name="intent" value="replaceAddress">
            {t("replaceAddress")}
          </SubmitButton>
        </Form>
      </Disclosure>
    </>
  );
}
