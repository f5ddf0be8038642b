import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { NumberField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { MissingSum, priceId, QuoteSums, rejectedQuote } from "#app/components/form/quote-sums";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useQuote } from "#app/components/form/use-quote";
import { FaqLink } from "#app/components/layout/faq-link";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths, withQuery } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireSection, section } from "#app/services/sections.server";
import type { ClientCaller } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import type { Output } from "#contract/endpoint";
import * as contract from "#contract/monitoring/index";

const loadSchema = () => import("#contract/monitoring/index").then((module) => module.addAccountsInput);

type Quote = Output<typeof contract.quoteAccounts>;

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "subscription", "addAccounts");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [singleQuote, typed, texts] = await Promise.all([
    // no subscription or no free capacity: redirects to the subscription page, which explains it
    quoteOrNull(caller, 1).then((quote) => quote ?? Promise.reject(redirect(paths.monitoring))),
    typedIn(request, caller),
    loadTranslations(request, "subscription"),
  ]);
  return {
    one: singleQuote,
    accounts: 1,
    quote: singleQuote,
    ...typed,
    idempotencyKey: crypto.randomUUID(),
    texts,
  };
}

async function quoteOrNull(caller: ClientCaller, accounts: number): Promise<Quote | null> {
  try {
    return await callApi(caller, contract.quoteAccounts, { accounts });
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return null;
    throw error;
  }
}

/** Returns the number typed before a deposit for it, with its price. */
async function typedIn(request: Request, caller: ClientCaller) {
  const typed = contract.addAccountsInput.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const quote = typed.success ? await quoteOrNull(caller, typed.data.accounts) : null;
  return typed.success && quote ? { accounts: typed.data.accounts, quote } : {};
}

export const action = formAction(section("monitoring"), {
  add: form(contract.buyAccountsInput, async (value, { request, caller, idempotencyKey }) => {
    await callApi(caller, contract.addAccounts, { agreedCents: 0, ...value }, { idempotencyKey });
    const t = await translationsFor(request, "subscription");
    return redirectWithToast(paths.monitoring, t("accountsAdded"));
  }),
  quote: form(contract.addAccountsInput, async (value, { caller }) => ({
    quote: await callApi(caller, contract.quoteAccounts, value),
  })),
});

export default function AddAccounts() {
  const t = useTranslations("subscription");
  const language = useLanguage();
  const viewer = useViewer();
  const { one: singleQuote, accounts, quote: offered, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(loadSchema, {
    lastResult: answer?.lastResult,
    defaultValue: { accounts: String(accounts) },
  });
  const typed = useQuote<Quote>({
    path: paths.monitoringPrice,
    names: ["accounts"],
    onWrong: (name) => form.validate({ name: name as "accounts" }),
  });
  const known = answer?.shown?.quote ?? rejectedQuote(answer?.details) ?? offered;
  const quote = typed.quote === undefined ? known : typed.quote;
  return (
    <section className="card sheet">
      <h2>{t("addAccounts")}</h2>
      <p>
        {t("addAccountsText", { count: singleQuote.daysLeft, date: dateText(singleQuote.endsAt, viewer) })}
      </p>
      <p>
        {t("perAccount", {
          price: moneyText(singleQuote.priceCents, language),
          monthPrice: moneyText(singleQuote.accountMonthCents, language),
        })}
      </p>
      <Form method="post" of={form} idempotencyKey={idempotencyKey} reloadDocument onInput={typed.onInput}>
        <FormError form={form} />
        <input type="hidden" name="agreedCents" value={quote?.priceCents ?? 0} />
        <NumberField field={fields.accounts} label={t("accounts")} />
        <QuoteSums quote={quote} />
        <div className="row">
          <SubmitButton name="intent" value="add" describedBy={priceId}>
            {t("addAccounts")}
          </SubmitButton>{" "}
          <SubmitButton name="intent" value="quote" variant="quiet">
            {t("showPrice")}
          </SubmitButton>
          <MissingSum
            quote={quote}
            isLate={typed.isLate}
            returnTo={withQuery(paths.addMonitoringAccounts, { accounts: fields.accounts.value })}
          />
        </div>
        <FaqLink question="subscription" />
      </Form>
    </section>
  );
}
