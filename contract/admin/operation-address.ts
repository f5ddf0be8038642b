/** Returns an operation's name as used in URLs: `deposits reject` becomes `deposits-reject`. */
export const addressOfOperation = (name: string): string => name.replaceAll(" ", "-");
