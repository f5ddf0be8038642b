/** Common words of the supported languages are shorter than this. */
const longWord = /[^\s-]{17}/;

/**
 * A name typed by a client, in a table cell. Ordinary words don't break. A name with a long run of characters without
 * a space may break anywhere, because it would push other columns out of view.
 */
export function TypedName({ children }: { children: string }) {
  return longWord.test(children) ? <span className="wrap">{children}</span> : children;
}
