import type { MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/form-result";
import { pageTitle } from "#app/components/page-title";
import { changeWithdrawals } from "./actions.server";
import { loadWithdrawals } from "./load.server";
import { Withdrawal } from "./withdrawal";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "partner", "withdrawals");

export const action = changeWithdrawals;

export const loader = loadWithdrawals;

export default function PartnerWithdrawals() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <Withdrawal
        // resets the form once money has moved
        key={data.availableCents}
        {...data}
        lastResult={resultOf(answer, "withdraw", "transfer", "resendEmail")}
      />
      <Outlet />
    </>
  );
}
