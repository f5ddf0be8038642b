import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { partnerInfoOf } from "#app/services/partner-info.server";
import { reflinkOf } from "#app/services/referral.server";
import { requireSection } from "#app/services/sections.server";
import { levels as levelsCall } from "#contract/partners/index";
import { Invite } from "./invite";
import { Levels } from "./levels";
import { Totals } from "./totals";
import { intro, shareTexts } from "./words.server";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "partner", "title");

/** Where the parts of the page that once stood here with a search have gone. */
function movedTo({ search, searchParams }: URL): string | null {
  if (searchParams.has("page") || searchParams.has("client")) return `${paths.partnerNetwork()}${search}`;
  const hasPeriod = searchParams.has("period") || searchParams.has("from") || searchParams.has("to");
  return hasPeriod ? `${paths.partnerStatistics()}${search}` : null;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const moved = movedTo(new URL(request.url));
  if (moved) throw redirect(moved);
  const [info, { levels }, texts, t] = await Promise.all([
    partnerInfoOf(caller),
    callApi(caller, levelsCall, {}),
    loadTranslations(request, "partnerFigures"),
    translationsFor(request, "partnerFigures"),
  ]);
  const reflink = reflinkOf(info.referral_code);
  return {
    texts,
    info,
    levels,
    intro: intro(t, levels, caller.language),
    invite: { reflink, code: info.referral_code, share: shareTexts(t, reflink) },
  };
}

export default function PartnerOverview() {
  const { info, levels, invite, intro: terms } = useLoaderData<typeof loader>();
  return (
    <>
      <Invite {...invite} terms={terms} />
      <div className="stack">
        <Totals info={info} />
        <Levels rows={levels} />
      </div>
    </>
  );
}
