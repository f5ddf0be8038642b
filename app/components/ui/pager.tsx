import { UiLink } from "./link";

type PagerProps = {
  /** The current page, starting at 1. */
  page: number;
  pageCount: number;
  /** Returns the URL of a page. */
  href: (page: number) => string;
  label: string;
  previous: string;
  next: string;
};

/** Returns the page numbers to show: the first, the last, and two on either side of the current; `null` is a gap. */
export function pagerNumbers(page: number, pageCount: number): (number | null)[] {
  const numbers: (number | null)[] = [];
  for (let number = 1; number <= pageCount; number++) {
    const isNear = Math.abs(number - page) <= 2;
    if (number === 1 || number === pageCount || isNear) numbers.push(number);
    else if (numbers.at(-1) !== null) numbers.push(null);
  }
  return numbers;
}

/** Page links of a list. Renders nothing for a single page. */
export function Pager({ page, pageCount, href, label, previous, next }: PagerProps) {
  if (pageCount < 2) return null;
  return (
    <nav className="pager" aria-label={label}>
      {page > 1 && (
        <UiLink href={href(page - 1)} rel="prev">
          {previous}
        </UiLink>
      )}
      <ul>
        {pagerNumbers(page, pageCount).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span>…</span>
            ) : (
              <UiLink href={href(number)} aria-current={number === page ? "page" : undefined}>
                {number}
              </UiLink>
            )}
          </li>
        ))}
      </ul>
      {page < pageCount && (
        <UiLink href={href(page + 1)} rel="next">
          {next}
        </UiLink>
      )}
    </nav>
  );
}
