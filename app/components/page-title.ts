import type { Language } from "#contract/languages";
import { defaultLanguage } from "#contract/languages";
import type { Namespace, Texts, TextsOf } from "#locales/texts";
import type { Key, Needed, Translate, Values } from "#locales/translate";
import { translatorOf } from "#locales/translate";
import { failureTitle } from "./failure";

type MetaArgs = { matches: { id: string; data: unknown }[]; error?: unknown };
type Root = { productName?: string; language?: Language } | undefined;
type WithTexts = { texts?: Partial<TextsOf<Namespace>> } | undefined;

const rootOf = ({ matches }: MetaArgs) => matches.find((match) => match.id === "root")?.data as Root;

/** Returns the page's title: the given text, or that of the error shown instead, followed by the product's name. */
export function titled(args: MetaArgs, own: string | undefined) {
  const root = rootOf(args);
  const title = args.error == null ? own : failureTitle(args.error, root?.language ?? defaultLanguage);
  return [{ title: [title, root?.productName].filter(Boolean).join(" · ") }];
}

/** Like `titled`, with the text of `key`, which the loader of this route or of a parent route returned. */
export function pageTitle<N extends Namespace, K extends Key<N>>(
  args: MetaArgs & { data: unknown },
  namespace: N,
  key: K,
  ...values: Needed<Texts[N][K]>
) {
  const texts = [args.data, ...args.matches.map((match) => match.data)]
    .map((loaded) => (loaded as WithTexts)?.texts?.[namespace])
    .find(Boolean);
  const language = rootOf(args)?.language ?? defaultLanguage;
  const t = translatorOf(language, namespace, texts) as Translate<Namespace> as (
    key: string,
    values?: Values,
  ) => string;
  return titled(args, texts && t(key, ...values));
}
