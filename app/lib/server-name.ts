type Named = { id: string; comment: string };

/** What a server is called: its client's own words for it, or its id where there are none. */
export const serverName = ({ id, comment }: Named): string => comment || id;
