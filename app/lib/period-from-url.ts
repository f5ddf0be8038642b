/** Returns the period in a page's URL, to pass it on to another list's URL. */
export function periodFromUrl(search: string): { period?: string; from?: string; to?: string } {
  const query = new URLSearchParams(search);
  const parameters = ["period", "from", "to"].flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(parameters);
}
