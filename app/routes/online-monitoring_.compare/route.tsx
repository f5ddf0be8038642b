import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorMain } from "#app/components/layout/error-page";
import { pageTitle } from "#app/components/page-title";
import { paths } from "#app/paths";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/account.css?url";
import { ChoiceForm } from "./choice-form";
import { comparison } from "./compare.server";
import type { Problem } from "./load.server";
import { chosenBy, daysOfBoth, publicAccount, sideOf } from "./load.server";
import { SideBySide } from "./side-by-side";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** Rendered without script; the page needs none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageTitle(args, "public", "compareTitle"),
  { name: "robots", content: "noindex" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const search = new URL(request.url).searchParams;
  const chosen = chosenBy(search);
  const { a, b, isMore } = chosen;
  // redirects checkboxes of the list and pasted URLs to one canonical URL
  if (a && b && !isMore && (search.get("a") !== a || search.get("b") !== b))
    throw redirect(paths.compareAccounts({ a, b }));
  const [first, second, texts, t, statistics] = await Promise.all([
    publicAccount(caller, a),
    publicAccount(caller, b),
    loadTranslations(request, "public"),
    translationsFor(request, "public"),
    translationsFor(request, "statistics"),
  ]);
  if (first && second && a !== b && !isMore) {
    const days = daysOfBoth(first, second);
    const sides = await Promise.all([sideOf(caller, first, days), sideOf(caller, second, days)]);
    const viewer = { t, statistics, language: caller.language, now: new Date() };
    return data({ chosen, problems: {}, found: comparison(sides, days, viewer), texts });
  }
  const problems: { a?: Problem; b?: Problem } = {};
  if (a || b) {
    if (!first) problems.a = a ? "notPublic" : "missing";
    if (!second) problems.b = b ? "notPublic" : "missing";
    else if (a === b) problems.b = "same";
    else if (isMore) problems.b = "tooMany";
  }
  const isUnknown = Object.values(problems).includes("notPublic");
  return data({ chosen, problems, found: null, texts }, { status: isUnknown ? 404 : 200 });
}

export default function Compare() {
  const { chosen, problems, found } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="compare">
      {found ? <SideBySide {...found} /> : <ChoiceForm chosen={chosen} problems={problems} />}
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
