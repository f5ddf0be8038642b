const viewBox = "0 0 120 32";

/** A small growth line with a path from `sparklinePath`. Without a path it shows a flat placeholder. */
export function Sparkline({ path, label }: { path: string | null; label: string }) {
  if (!path)
    return (
      <svg className="sparkline" viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
        <path className="none" d="M0 28h120" />
      </svg>
    );
  return (
    <svg className="sparkline" viewBox={viewBox} preserveAspectRatio="none" role="img" aria-label={label}>
      <path className="under" d={`${path}V32H0z`} />
      <path className="over" d={path} />
    </svg>
  );
}
