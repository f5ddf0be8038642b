/**
 * The one place that makes a format of dates or numbers: each once per language and options. Making one costs a hundred times
 * what using it does, and a page has a thousand cells.
 */

function keeping<O, F>(make: (locale: string, options: O) => F): (locale: string, options: O) => F {
  const made = new Map<string, F>();
  return (locale, options) => {
    const key = locale + JSON.stringify(options);
    const known = made.get(key);
    if (known) return known;
    const format = make(locale, options);
    made.set(key, format);
    return format;
  };
}

/** A format of dates; throws a `RangeError` for a time zone that is none. */
export const dateFormat = keeping(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export const numberFormat = keeping(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
