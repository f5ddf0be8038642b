type Named = { id: string; comment: string };

/** Returns a server's display name: the client's comment, or the id if there is none. */
export const serverName = ({ id, comment }: Named): string => comment || id;
