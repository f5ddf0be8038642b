/** Returns the page number in the URL, or 1 if it is missing or invalid. */
export function pageNumber(request: Request): number {
  const page = Number(new URL(request.url).searchParams.get("page") ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1;
}
