import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { PasswordAndCode } from "#app/components/form/password-and-code";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { Notice } from "#app/components/ui/notice";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient, signOut } from "#app/services/session.server";
import { toastCookie } from "#app/services/toast.server";
import type { Output } from "#contract/endpoint";
import type { DeletionObstacle, deletionState } from "#contract/privacy/index";
import * as contract from "#contract/privacy/index";
import * as security from "#contract/security/index";

/** What is deleted with the account: money, servers, trading accounts. */
function Lost({ state }: { state: Output<typeof deletionState> }) {
  const t = useTranslations("accountDeletion");
  const language = useLanguage();
  const viewer = useViewer();
  const { balanceCents, partnerBalanceCents, servers, serverCount, monitoringAccounts } = state;
  const hidden = serverCount - servers.length;
  return (
    <section className="stack">
      <h3>{t("lost")}</h3>
      <DescriptionList
        items={[
          [t("balance"), moneyText(balanceCents, language)],
          [t("partnerBalance"), moneyText(partnerBalanceCents, language)],
        ]}
      />
      {balanceCents + partnerBalanceCents > 0 && <p className="hint">{t("balanceHint")}</p>}
      {serverCount > 0 && (
        <>
          <p>{t("servers", { count: serverCount })}</p>
          <ul>
            {servers.map(({ id, tariff, comment, paidUntil }) => (
              <li key={id}>
                <code>{id}</code> {[tariff, comment].filter(Boolean).join(", ")},{" "}
                {t("paidUntil", { time: dateText(paidUntil, viewer) })}
              </li>
            ))}
            {hidden > 0 && <li>{t("andMore", { count: hidden })}</li>}
          </ul>
        </>
      )}
      {monitoringAccounts > 0 && <p>{t("accounts", { count: monitoringAccounts })}</p>}
      <p>{t("rest")}</p>
    </section>
  );
}

const loadSchema = () => import("#contract/privacy/index").then((module) => module.deleteAccountInput);

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "accountDeletion", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [state, { hasTwoStep }, texts] = await Promise.all([
    callApi(caller, contract.deletionState, {}),
    callApi(caller, security.securityState, {}),
    loadTranslations(request, "accountDeletion"),
  ]);
  return { state, hasTwoStep, texts };
}

export const action = formAction(
  requireClient,
  form(contract.deleteAccountInput, async (value, { request, caller }) => {
    await callApi(caller, contract.deleteAccount, value);
    const t = await translationsFor(request, "accountDeletion");
    const answer = await signOut(request);
    answer.headers.append("set-cookie", await toastCookie(t("done")));
    return answer;
  }),
);

/** States what is lost and what stays before the password is requested. */
export default function DeleteAccount() {
  const t = useTranslations("accountDeletion");
  const { state } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={t("title")} closeTo={paths.profile}>
      {state.obstacle && <Obstacle obstacle={state.obstacle} />}
      <Lost state={state} />
      <section className="stack">
        <h3>{t("kept")}</h3>
        <p>{t("keptText")}</p>
      </section>
      {!state.obstacle && <DeletionForm />}
    </DialogPage>
  );
}

function DeletionForm() {
  const t = useTranslations("accountDeletion");
  const { hasTwoStep } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  const [form, fields] = useContractForm(loadSchema, { id: "delete-account", lastResult });
  return (
    <Form method="post" of={form}>
      <FormError form={form} />
      <p>
        <strong>{t("final")}</strong> <Link to={paths.dataExport}>{t("copyFirst")}</Link>
      </p>
      <PasswordAndCode fields={fields} hasTwoStep={hasTwoStep} />
      <SubmitButton variant="danger">{t("button")}</SubmitButton>
    </Form>
  );
}

const ways = {
  owes: { refusal: "deletionOwes", label: "toDeposit", to: paths.deposit() },
  withdrawal: { refusal: "deletionWithdrawal", label: "toWithdrawals", to: paths.partnerWithdrawals },
  deposit: { refusal: "deletionDeposit", label: "toBalance", to: paths.history("deposits") },
} as const;

/** What has to be settled first, with a link. */
function Obstacle({ obstacle }: { obstacle: DeletionObstacle }) {
  const t = useTranslations("accountDeletion");
  const { refusal, label, to } = ways[obstacle];
  return (
    <Notice tone="warning" role="status" title={t(refusal)}>
      <Link className="lone" to={to}>
        {t(label)}
      </Link>
    </Notice>
  );
}
