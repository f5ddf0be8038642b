import { sessionSecretOf } from "#api/bootstrap/stored-secret";
import { environment } from "#api/lib/environment";

export { environment };

let secret: string | undefined;

/** Returns the secret that signs and encrypts cookies. */
export function sessionSecret(): string {
  secret ??= sessionSecretOf(environment());
  return secret;
}
