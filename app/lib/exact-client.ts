/** Returns the client of a search whose e-mail address or id is exactly what was searched for, if there is one. */
export function exactClient<C extends { id: string; email: string }>(
  clients: readonly C[],
  searched: string,
): C | undefined {
  const word = searched.trim();
  const [client, ...others] = clients.filter(
    ({ id, email }) => id === word || email.toLowerCase() === word.toLowerCase(),
  );
  return others.length === 0 ? client : undefined;
}
