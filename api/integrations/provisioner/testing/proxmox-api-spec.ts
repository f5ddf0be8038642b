type Fact = {
  type: string;
  required?: true;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};
/** Proxmox's description of its API: the parameters of each call, by name. */
export type ApiSpec = Record<string, Record<string, Fact>>;

/** Returns what is wrong with the parameters by the description; `[n]` in a name represents a number. */
export function mistake(parameters: Record<string, Fact>, form: URLSearchParams): string | null {
  const missing = Object.entries(parameters).find(([name, { required }]) => required && !form.has(name));
  if (missing) return `${missing[0]}: property is missing and it is not optional`;
  for (const [name, value] of form) {
    const fact = parameters[name] ?? parameters[name.replace(/\d+$/, "[n]")];
    if (!fact) return `${name}: property is not defined in schema`;
    if (fact.enum && !fact.enum.includes(value))
      return `${name}: value does not have a value in the enumeration`;
    if (fact.type === "boolean" && !/^[01]$/.test(value)) return `${name}: type check ('boolean') failed`;
    if (fact.type === "integer") {
      const number = Number(value);
      const { minimum = -Infinity, maximum = Infinity } = fact;
      if (!Number.isInteger(number) || number < minimum || number > maximum)
        return `${name}: type check ('integer') failed`;
    }
    if (fact.maxLength && value.length > fact.maxLength)
      return `${name}: value may only be ${fact.maxLength} long`;
  }
  return null;
}
