import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/result-of";
import { pageTitle } from "#app/components/page-title";
import { ServerDrawn } from "#app/components/server-drawn";
import { useText } from "#app/components/text";
import { requireSection } from "#app/services/sections.server";
import { changeProgram } from "./actions.server";
import { Invite } from "./invite";
import { Levels } from "./levels";
import { loadPage } from "./load.server";
import { Network } from "./network";
import { PromoCodes } from "./promo-codes";
import { readQuery } from "./query.server";
import { RentalStatistics } from "./rental-statistics";
import { Totals } from "./totals";
import { Withdrawal } from "./withdrawal";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "partner", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  return loadPage(request, caller, readQuery(request));
}

export const action = changeProgram;

export default function PartnerProgram() {
  const t = useText("partner");
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <header className="page-head">
        <h1>{t("title")}</h1>
        <p>{page.intro}</p>
      </header>
      <section aria-labelledby="totals-title">
        <ServerDrawn from={page.figures}>{({ info }) => <Totals info={info} />}</ServerDrawn>
      </section>
      <Invite {...page.invite} />
      <Withdrawal
        {...page.withdrawal}
        figures={page.figures}
        lastResult={resultOf(answer, "withdraw", "transfer", "resendLetter")}
      />
      <RentalStatistics figures={page.figures} days={page.days} query={page.query} />
      <section aria-labelledby="levels-title">
        <ServerDrawn from={page.figures}>{({ levels }) => <Levels rows={levels} />}</ServerDrawn>
      </section>
      <Network figures={page.figures} networkPages={page.networkPages} query={page.query} />
      <PromoCodes {...page.promo} lastResult={resultOf(answer, "createPromoCode")} />
      <Outlet />
    </>
  );
}
