/**
 * The full-screen spinner, 100 by 100 (specification, section 2). CSS delays it, so that it does not flash on fast
 * pages.
 */
export function SpinnerOverlay({ label, hidden }: { label: string; hidden: boolean }) {
  return (
    <div className="overlay" role="progressbar" aria-label={label} hidden={hidden}>
      <div className="spinner" />
    </div>
  );
}
