/** An operation's name as an address has it: `deposits reject` is `deposits-reject`. */
export const addressOfOperation = (name: string): string => name.replaceAll(" ", "-");
