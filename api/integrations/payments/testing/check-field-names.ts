type Names = { required: readonly string[]; allowed: readonly string[] };

/** Returns what is wrong with the names of a JSON body by a vendor's documentation; null if nothing is. */
export function checkFieldNames(body: object, { required, allowed }: Names): string | null {
  const missing = required.find((name) => !(name in body));
  if (missing) return `${missing} is missing`;
  const unknown = Object.keys(body).find((name) => !required.includes(name) && !allowed.includes(name));
  return unknown ? `${unknown} is not known` : null;
}
