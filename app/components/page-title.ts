import type { Language } from "#contract/languages";
import { defaultLanguage } from "#contract/languages";
import type { Namespace, TextsOf } from "#locales/texts";
import type { PlainKey } from "#locales/translate";
import { translatorOf } from "#locales/translate";

type MetaArgs = { data: unknown; matches: { id: string; data: unknown }[] };
type Root = { productName?: string; language?: Language } | undefined;
type WithTexts = { texts?: Partial<TextsOf<Namespace>> } | undefined;

/** A page's title: the text of `key`, which its loader or that of a route above it returned, then the product's name. */
export function pageTitle<N extends Namespace>({ data, matches }: MetaArgs, namespace: N, key: PlainKey<N>) {
  const texts = [data, ...matches.map((match) => match.data)]
    .map((loaded) => (loaded as WithTexts)?.texts?.[namespace])
    .find(Boolean);
  const root = matches.find((match) => match.id === "root")?.data as Root;
  const t = translatorOf(root?.language ?? defaultLanguage, namespace, texts) as unknown as (
    key: string,
  ) => string;
  const title = texts && t(key);
  return [{ title: [title, root?.productName].filter(Boolean).join(" · ") }];
}
