/** The time that a page's address asks for, to be asked for by another list's address too. */
export function periodOfAddress(search: string): { period?: string; from?: string; to?: string } {
  const query = new URLSearchParams(search);
  const parameters = ["period", "from", "to"].flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(parameters);
}
