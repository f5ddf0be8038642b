import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { LegalPage } from "#app/components/shell/legal-page";
import { legalText } from "#app/services/content.server";
import { languageOf, loadTexts } from "#app/services/locale.server";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "common", "privacyPolicy");

export async function loader({ request }: LoaderFunctionArgs) {
  const [language, texts] = await Promise.all([languageOf(request), loadTexts(request, "common")]);
  return { ...legalText(language, "privacy-policy"), texts };
}

export default function PrivacyPolicy() {
  const { title, updated, html } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <LegalPage title={title} updated={updated}>
        {/* our own Markdown, rendered by services/content */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </LegalPage>
    </main>
  );
}
