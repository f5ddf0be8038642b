import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect, redirectDocument } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { EmptyState } from "#app/components/ui/empty-state";
import { Notice } from "#app/components/ui/notice";
import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import type { DeclaredForm, FormContext } from "#app/services/form-action.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import type { ClientCaller } from "#app/services/session.server";
import { requireClient } from "#app/services/session.server";
import { readAmount } from "#contract/amount";
import * as contract from "#contract/payments/index";
import { returnToMaxLength } from "#contract/rules";
import type { Cost } from "./cost";
import { readCosts } from "./cost";
import { DepositForm } from "./deposit-form";
import { commonSums } from "./sums";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "deposit", "depositTitle");

/** Returns the path of this site from which the client came, to return there after the deposit. */
function returnPath(text: FormDataEntryValue | null): string | undefined {
  const path = typeof text === "string" ? safePath(text) : null;
  return path && path.length <= returnToMaxLength ? path : undefined;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const query = new URL(request.url).searchParams;
  const amount = query.get("amount") ?? "";
  const [{ methods, isSandbox }, texts] = await Promise.all([
    callApi(caller, contract.depositMethods, {}),
    loadTranslations(request, "deposit"),
  ]);
  return {
    methods,
    isSandbox,
    texts,
    amount: readAmount(amount).message ? "" : amount,
    costs: readCosts(methods, amount),
    returnTo: returnPath(query.get("returnTo")) ?? null,
    idempotencyKey: crypto.randomUUID(),
  };
}

const methodsOf = async ({ caller }: FormContext<ClientCaller>) =>
  (await callApi(caller, contract.depositMethods, {})).methods;

const pay = form(
  async (context: FormContext<ClientCaller>) => contract.depositForm(await methodsOf(context)),
  async ({ amount: amountCents, ...value }, { caller, body, idempotencyKey }) => {
    const input = { ...value, amountCents, returnTo: returnPath(body.get("returnTo")) };
    const { payment } = await callApi(caller, contract.createDeposit, input, { idempotencyKey });
    const next = payment.payUrl ?? paths.depositStatus(payment.orderId);
    return next.startsWith("/") ? redirect(next) : redirectDocument(next);
  },
);

/** Returns the form as submitted, with the cost of its amount. */
const show = form(noFields, async (_, context: FormContext<ClientCaller>) => {
  return { costs: readCosts(await methodsOf(context), String(context.body.get("amount"))) };
});

/** Fills in the amount if a preset button was pressed; any other submit pays. */
const payOrFillIn: DeclaredForm<ClientCaller, { costs: Cost[] | null }> = (context) => {
  const sum = commonSums.find((one) => one === context.body.get("sum"));
  if (!sum) return pay(context);
  context.body.set("amount", sum);
  return show(context);
};

export const action = formAction(requireClient, payOrFillIn);

export default function Deposit() {
  const t = useTranslations("deposit");
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (data.methods.length === 0)
    return (
      <>
        <h1>{t("depositTitle")}</h1>
        <EmptyState title={t("noMethods")}>{t("noMethodsText")}</EmptyState>
      </>
    );
  return (
    <>
      <h1>{t("depositTitle")}</h1>
      {data.isSandbox && <Notice tone="warning">{t("sandbox")}</Notice>}
      <DepositForm
        key={data.amount}
        {...data}
        // the cost from the URL's amount does not match what was typed since
        costs={answer ? (answer.shown?.costs ?? null) : data.costs}
        lastResult={answer?.lastResult}
      />
    </>
  );
}
