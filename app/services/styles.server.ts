import { isAhead } from "./ahead.server";
import { builtAssets } from "./assets.server";
import { cabinetCookie } from "./cookies.server";
import { dictionaryOf, namedDictionary, takesDictionaries } from "./dictionaries.server";
import { requestContext } from "./request-context.server";

/** Kept for 30 days: browsers keep files no longer than that anyway. */
const cookie = () => cabinetCookie("styles");

/** Who lets the browser's files go has the sheet no more. */
export const forgetStyles = (): Promise<string> => cookie().serialize("", { maxAge: 0 });

/** What a built file's name has of its content. */
const nameOf = (path: string) => /-([\w-]{8})\.\w+$/.exec(path)?.[1] ?? path;

/** What the browser was told to fetch last, by its name, which is that of its content. */
const told = (request: Request): Promise<unknown> => cookie().parse(request.headers.get("cookie"));

/**
 * Whether a document brings its styles with it: at a first visit, at the first after the sheet has changed, and where the browser has
 * a dictionary, which makes them nearly free. Data that is loaded within the app has its document's styles.
 */
export async function areStylesInline(request: Request, path: string): Promise<boolean> {
  if (!requestContext().isDocument || builtAssets().textOf(path) === undefined) return false;
  return namedDictionary(request.headers) !== undefined || (await told(request)) !== nameOf(path);
}

type Next = {
  /** What the answer's `Link` says. */
  link: string;
  /** What says in a later request that this was said; none where it has been said already. */
  setCookie?: string;
};

/**
 * What a browser is to fetch while nothing waits for it, so that the next page is short, one thing at a time: the dictionary, where it
 * takes one; the whole sheet elsewhere, and where the dictionary that it was told of has not come. Undefined where it has what there is.
 *
 * @param path the sheet's address.
 */
export async function nextFile(request: Request, path: string, language: string): Promise<Next | undefined> {
  if (builtAssets().textOf(path) === undefined) return undefined;
  const known = await told(request);
  const tell = async (link: string, name: string): Promise<Next> =>
    known === name || isAhead() ? { link } : { link, setCookie: await cookie().serialize(name) };
  const hasSheet = known === nameOf(path);
  const named = namedDictionary(request.headers);
  const dictionary = takesDictionaries(request) ? dictionaryOf(language) : undefined;
  if (named && (!dictionary || named === dictionary)) return undefined;
  const isLate = dictionary && known === nameOf(dictionary.path) && !named;
  if (dictionary && !isLate) {
    const link = `<${dictionary.path}>; rel="compression-dictionary"`;
    return hasSheet ? { link } : tell(link, nameOf(dictionary.path));
  }
  return hasSheet ? undefined : tell(`<${path}>; rel=prefetch; as=style`, nameOf(path));
}
