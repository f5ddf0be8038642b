import sprite from "./icons.svg?url";

/** The signs of `icons.svg`, by the id of each. */
export type IconName = "calendar" | "close" | "copy" | "download" | "more" | "print" | "search";

/** A sign beside a word, or in a control with a name: it is never read out itself. All come as one file that the browser keeps. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" width="18" height="18" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
