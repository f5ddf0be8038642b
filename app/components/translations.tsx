import { useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { createContext, Fragment, useContext, useMemo } from "react";
import type { Viewer } from "#app/lib/dates";
import type { Language } from "#contract/languages";
import { defaultLanguage } from "#contract/languages";
import type { Namespace } from "#locales/texts";
import type { Translate } from "#locales/translate";
import { onEveryPage, receiveTexts, translatorOf } from "#locales/translate";

type WithTexts =
  | { texts?: Partial<Record<Namespace, string>>; language?: Language; zone?: string }
  | undefined;

type PageTexts = {
  viewer: Viewer;
  textOf: <N extends Namespace>(namespace: N) => Translate<N>;
};

const PageTextsContext = createContext<PageTexts>(pageTextsOf([]));

/** Provides `texts`, `language` and `zone` from the page's loaders; computed once per page, not per text. */
export function TextProvider({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const pageTexts = useMemo(() => pageTextsOf(matches.map(({ data }) => data as WithTexts)), [matches]);
  return <PageTextsContext.Provider value={pageTexts}>{children}</PageTextsContext.Provider>;
}

function pageTextsOf(loaded: readonly WithTexts[]): PageTexts {
  const { language = defaultLanguage, zone = "UTC" } = loaded[0] ?? {};
  const textsByNamespace = new Map<Namespace, unknown>();
  for (const namespace of onEveryPage) {
    const sent = loaded[0]?.texts?.[namespace];
    if (sent) receiveTexts(language, namespace, sent);
  }
  return {
    viewer: { language, zone },
    textOf: <N extends Namespace>(namespace: N) => {
      const found = textsByNamespace.get(namespace) as Translate<N> | undefined;
      if (found) return found;
      const sent = loaded.map((data) => data?.texts?.[namespace]).find(Boolean);
      const text = translatorOf(language, namespace, sent);
      textsByNamespace.set(namespace, text);
      return text;
    },
  };
}

/** Returns the viewer's language, as determined by the root route. */
export const useLanguage = (): Language => useContext(PageTextsContext).viewer.language;

/** Returns the locale and time zone in which the page shows dates and times. */
export const useViewer = (): Viewer => useContext(PageTextsContext).viewer;

/**
 * Returns the translations of one namespace, which the loader of this route or of a parent route returned as `texts`.
 */
export const useTranslations = <N extends Namespace>(namespace: N): Translate<N> =>
  useContext(PageTextsContext).textOf(namespace);

type Tags = Record<string, (children: ReactNode) => ReactNode>;

/** A text with tags: `<offer>public offer</offer>` is rendered by `tags.offer`. Tags do not nest. */
export function RichText({ children, tags }: { children: string; tags: Tags }) {
  const segments = children.split(/(<(\w+)>.*?<\/\2>)/g);
  const nodes: ReactNode[] = [];
  for (let index = 0; index < segments.length; index += 3) {
    nodes.push(segments[index]);
    const name = segments[index + 2];
    const inner = segments[index + 1]?.replace(/^<\w+>|<\/\w+>$/g, "");
    if (name) nodes.push(<Fragment key={`${index}-${name}`}>{tags[name]?.(inner) ?? inner}</Fragment>);
  }
  return <>{nodes}</>;
}
