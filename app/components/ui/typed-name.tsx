/** No word of a language that is spoken here is longer than that and read every day. */
const longWord = /[^\s-]{17}/;

/**
 * What a client calls a thing, in a table's cell: ordinary words stay whole there, and a name that has no space for so long may break
 * anywhere, or it would push the other columns out of sight.
 */
export function TypedName({ children }: { children: string }) {
  return longWord.test(children) ? <span className="wrap">{children}</span> : children;
}
