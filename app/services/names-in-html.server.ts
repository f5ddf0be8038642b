/** One bit for each of the names that a sheet knows. */
type Places = Uint32Array;

export type KnownNames = {
  /** Which of them this HTML has. */
  placesIn: (html: string) => Places;
  /** Adds those of these that are known. */
  mark: (places: Places, names: Iterable<string>) => void;
  namesAt: (places: Places) => Set<string>;
};

const allTags = /<[a-z][^>]*/g;
const bits = 32;
/** Of a demo's page a few hundred differ, and most of them stand on other pages too. */
const tagsKept = 20_000;

/**
 * Finds the names of a sheet in pages. What a tag has of them is kept: pages say the same tags again, in one another and each time they
 * are asked for.
 */
export function knownNames(known: Iterable<string>): KnownNames {
  const names = [...known];
  const placeOf = new Map(names.map((name, place) => [name, place]));
  const length = Math.ceil(names.length / bits);
  const byTag = new Map<string, Places>();

  function mark(places: Places, said: Iterable<string>): void {
    for (const name of said) {
      const place = placeOf.get(name);
      if (place === undefined) continue;
      const word = place >>> 5;
      places[word] = (places[word] ?? 0) | (1 << (place & 31));
    }
  }

  /** Of tags that name the same there is one, which is joined once a page. */
  const shared = new Map<string, Places>();
  function placesOf(tag: string): Places {
    const places = new Uint32Array(length);
    mark(places, namesOf(tag));
    const key = places.join();
    const one = shared.get(key) ?? places;
    shared.set(key, one);
    if (byTag.size >= tagsKept) byTag.clear();
    byTag.set(tag, one);
    return one;
  }

  return {
    placesIn(html) {
      const found = new Set<Places>();
      for (const tag of html.match(allTags) ?? []) found.add(byTag.get(tag) ?? placesOf(tag));
      const places = new Uint32Array(length);
      for (const one of found)
        for (let word = 0; word < length; word++) places[word] = (places[word] ?? 0) | (one[word] ?? 0);
      mark(places, tokensIn(html));
      return places;
    },
    mark,
    namesAt: (places) =>
      new Set(names.filter((_, place) => ((places[place >>> 5] ?? 0) >>> (place & 31)) & 1)),
  };
}

/** What selectors could name: `p`, `.card`, `#menu`, `[open]`, `[data-tone=info]`; and the tokens that a drawing is coloured by. */
export function namesIn(html: string): Set<string> {
  const names = new Set(tokensIn(html));
  // what a page says again and again is taken apart once
  for (const tag of new Set(html.match(allTags))) for (const name of namesOf(tag)) names.add(name);
  return names;
}

function namesOf(tag: string): string[] {
  const element = /[a-z][a-z0-9]*/.exec(tag)?.[0] ?? "";
  // what a reader opens
  const names = element === "details" ? [element, "[open]"] : [element];
  for (const [, name = "", value = ""] of tag.matchAll(/ ([a-zA-Z-]+)(?:="([^"]*)")?/g)) {
    names.push(`[${name}]`, `[${name}=${value}]`);
    if (name === "id") names.push(`#${value}`);
    if (name === "class") for (const one of value.split(" ")) names.push(`.${one}`);
  }
  return names;
}

const token = /--[\w-]+/y;

function tokensIn(html: string): string[] {
  const tokens: string[] = [];
  for (let at = html.indexOf("var(--"); at >= 0; at = html.indexOf("var(--", at + 1)) {
    token.lastIndex = at + "var(".length;
    const [name] = token.exec(html) ?? [];
    if (name) tokens.push(name);
  }
  return tokens;
}
