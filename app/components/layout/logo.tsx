import type { Mark } from "#contract/branding/mark";
import { productMark } from "#contract/branding/mark";

/** The logo on the dark band: the product's, or the brand's shape or letters. */
export function Logo({ mark }: { mark: Mark | null }) {
  const displayedMark = mark ?? productMark;
  return (
    <svg viewBox="0 0 28 28" fill="none" aria-hidden="true">
      {"strokes" in displayedMark ? (
        displayedMark.strokes.map(({ d, color, width }) => (
          <path key={d} d={d} stroke={`var(--${color})`} strokeWidth={width} />
        ))
      ) : (
        <>
          <rect x="1.5" y="1.5" width="25" height="25" rx="6" stroke="var(--band-accent)" strokeWidth="2" />
          <text
            x="14"
            y="19"
            fill="currentColor"
            fontSize={displayedMark.letters.length > 1 ? 13 : 16}
            fontWeight="680"
            textAnchor="middle"
          >
            {displayedMark.letters}
          </text>
        </>
      )}
    </svg>
  );
}
