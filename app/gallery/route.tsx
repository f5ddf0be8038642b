import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { drawLines } from "#app/components/chart/line-drawing.server";
import { sparklinePath } from "#app/components/chart/sparkline-path.server";
import { Toast } from "#app/components/layout/toast";
import { useLanguage } from "#app/components/translations";
import { languageOf, loadTranslations, textsIn } from "#app/services/locale.server";
import { dayMilliseconds } from "#contract/day";
import { Buttons, Fields } from "./controls";
import { Figures, Rows } from "./figures";
import { Places, Progress, SampleDialog, States } from "./messages";
import { galleryPath } from "./path";
import { galleryTexts } from "./texts";

export const meta: MetaFunction = () => [{ title: galleryTexts.en.title }];

const now = Date.UTC(2026, 10, 20, 12);
const values = [0, 4, 3, 9, 8, 14, 12, 19, 23, 18, 27, 31, 30, 38, 41, 36, 44, 52, 49, 58];
const points = values.map((value, index) => ({
  at: now - (values.length - 1 - index) * 14 * dayMilliseconds,
  value,
}));

/** Charts are drawn on the server, as everywhere; the data is invented and always the same. */
export async function loader({ request }: LoaderFunctionArgs) {
  const language = await languageOf(request);
  const format = (value: number) => `${value.toFixed(1)} %`;
  const series = [{ name: galleryTexts[language].growth, tone: "main", points, isFilled: true } as const];
  const drawing = drawLines([{ series, format, withZero: true, height: 200, space: 20 }], {
    language,
    now: new Date(now),
    readOut: ([value]) => (value === undefined ? "" : format(value)),
  });
  const spark = sparklinePath(points.map(({ at, value }) => [at, value]));
  const shows = new URL(request.url).searchParams.get("shows");
  // translated, as in an action's response
  const emailInvalid = textsIn(language, "errors")("emailInvalid");
  return { drawing, spark, shows, emailInvalid, texts: await loadTranslations(request, "common") };
}

/** Every component in every state, for developers: `npm run dev`, then /gallery. */
export default function Gallery() {
  const { drawing, spark, shows, emailInvalid } = useLoaderData<typeof loader>();
  const t = galleryTexts[useLanguage()];
  return (
    <main id="main">
      <header className="page-head">
        <h1>{t.title}</h1>
        <p>{t.lead}</p>
      </header>
      <Buttons t={t} />
      <Fields t={t} emailInvalid={emailInvalid} />
      <States t={t} />
      <Places t={t} />
      <Progress t={t} now={now} />
      <Figures t={t} drawing={drawing} spark={spark} />
      <Rows t={t} />
      <section className="card" aria-labelledby="dialog">
        <h2 id="dialog">{t.dialog}</h2>
        <Link to={galleryPath("dialog")}>{t.openDialog}</Link>
      </section>
      {shows === "dialog" && <SampleDialog t={t} />}
      {shows === "toast" && <Toast toast={{ id: "toast", message: t.saved }} />}
    </main>
  );
}
