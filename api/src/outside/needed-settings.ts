import type { Environment, Setting } from "#api/values/environment";

type Needs<Name extends Setting> = Readonly<Record<Name, RegExp>>;

/**
 * The settings that switch an outside system on: all of them, or none, which is null. Each has a shape that it must have; a value is never said
 * again, as it may be a secret. @throws in plain words where some are missing or cannot be right.
 */
export function neededSettings<Name extends Setting>(
  what: string,
  needs: Needs<Name>,
  environment: Environment,
): Record<Name, string> | null {
  const names = Object.keys(needs) as Name[];
  const missing = names.filter((name) => !environment[name]);
  if (missing.length === names.length) return null;
  const given = names.filter((name) => environment[name]);
  if (missing.length > 0)
    throw new Error(`${what}: ${given.join(" and ")} is set, ${missing.join(" and ")} is missing`);
  const wrong = names.find((name) => !needs[name].test(environment[name] ?? ""));
  if (wrong) throw new Error(`${what}: ${wrong} is not what it should be (see .env.example)`);
  return Object.fromEntries(names.map((name) => [name, environment[name]])) as Record<Name, string>;
}

/** Another server that speaks a vendor's API, without a slash at its end. @throws where it is no address. */
export function otherServer(name: Setting, environment: Environment): string | undefined {
  const url = environment[name];
  if (!url) return undefined;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new Error(`${name} is no address`);
  return url.replace(/\/+$/, "");
}
