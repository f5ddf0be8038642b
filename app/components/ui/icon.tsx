import sprite from "./icons.svg?url";

/** Ids of the symbols in `icons.svg`. */
export type IconName = "calendar" | "close" | "copy" | "download" | "more" | "print" | "search";

/**
 * An icon beside a text or in a control with a name; hidden from screen readers. All icons are in one file, which the
 * browser caches.
 */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" width="18" height="18" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
