/** The mark: a server's two drawers, and a line that climbs across them. */
export function Logo() {
  return (
    <svg
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 5h20v7H4zM4 16h20v7H4z" />
      <path d="M2 25l8-9 5 4L26 6" strokeWidth="2.75" />
    </svg>
  );
}
