const viewBox = "0 0 120 32";

type SparklineProps = {
  path: string | null;
  label: string;
  /** The height of a dashed line across, from `thresholdSparkline`. */
  threshold?: number;
};

/** A small growth line with a path from `sparklinePath`. Without a path it shows a flat placeholder. */
export function Sparkline({ path, label, threshold }: SparklineProps) {
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
      {threshold !== undefined && <path className="threshold" d={`M0 ${threshold}h120`} />}
    </svg>
  );
}
