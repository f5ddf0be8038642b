import { useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { Fragment, useMemo } from "react";
import type { Reader } from "#app/lib/dates";
import type { Language } from "#contract/languages";
import { defaultLanguage } from "#contract/languages";
import type { Namespace } from "#locales/texts";
import type { Translate } from "#locales/translate";
import { addTexts, translator, translatorOf } from "#locales/translate";

type WithTexts =
  | { texts?: Partial<Record<Namespace, string>>; language?: Language; zone?: string }
  | undefined;

/** The reader's language, as the root route found it. */
export function useLanguage(): Language {
  return (useMatches()[0]?.data as WithTexts)?.language ?? defaultLanguage;
}

/** Whose words and whose clock a page's dates and times are shown in. */
export function useReader(): Reader {
  const found = useMatches()[0]?.data as WithTexts;
  return { language: found?.language ?? defaultLanguage, zone: found?.zone ?? "UTC" };
}

/** The texts of one namespace, which the loader of this route or of one above it returned as `texts`. */
export function useText<N extends Namespace>(namespace: N): Translate<N> {
  const matches = useMatches();
  const language = useLanguage();
  return useMemo(() => {
    const found = matches.map(({ data }) => (data as WithTexts)?.texts?.[namespace]).find(Boolean);
    return translatorOf(language, namespace, found);
  }, [matches, language, namespace]);
}

/**
 * The texts of a component that has them with it, in both languages: few words, which would otherwise travel with
 * every page that might show it, or which must be there when nothing can be loaded.
 */
export function useOwnText<N extends Namespace>(
  namespace: N,
  texts: Record<Language, Record<string, string>>,
): Translate<N> {
  const language = useLanguage();
  addTexts(language, namespace, texts[language]);
  return translator(language, namespace);
}

type Tags = Record<string, (children: ReactNode) => ReactNode>;

/** A text with tags: `<offer>public offer</offer>` is drawn by `tags.offer`. Tags do not nest. */
export function RichText({ children, tags }: { children: string; tags: Tags }) {
  const parts = children.split(/(<(\w+)>.*?<\/\2>)/g);
  const nodes: ReactNode[] = [];
  for (let index = 0; index < parts.length; index += 3) {
    nodes.push(parts[index]);
    const name = parts[index + 2];
    const inner = parts[index + 1]?.replace(/^<\w+>|<\/\w+>$/g, "");
    if (name) nodes.push(<Fragment key={`${index}-${name}`}>{tags[name]?.(inner) ?? inner}</Fragment>);
  }
  return <>{nodes}</>;
}
