import { sessionSecretOf } from "#api/bootstrap/stored-secret";
import { environment } from "#api/lib/environment";

export { environment };

let known: string | undefined;

/** Signs and seals what browsers keep for us. */
export function sessionSecret(): string {
  known ??= sessionSecretOf(environment());
  return known;
}
