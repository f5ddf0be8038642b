import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const origin = "http://localhost:3000";
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** Authenticator flags: user present and verified; the second also marks attested credential data. */
const userVerified = 0x05;
const withCredential = 0x45;

/** Simulates a device: creates one passkey and signs with it. */
export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  const id = randomBytes(16);
  const credentialKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
  const clientData = (type: string, options: string) =>
    Buffer.from(JSON.stringify({ type, challenge: JSON.parse(options).challenge, origin }));
  const authenticatorData = (flags: number) =>
    Buffer.concat([sha256("localhost"), Buffer.from([flags, 0, 0, 0, 0])]);
  const answer = (response: Record<string, string>) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: "public-key",
      clientExtensionResults: {},
      response,
    });
  return {
    /** Responds to the options of `passkeyRegistration`. */
    make: (options: string): string => {
      const authData = Buffer.concat([
        authenticatorData(withCredential),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        credentialKey,
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ["fmt", "none"],
          ["attStmt", new Map<string, string>()],
          ["authData", new Uint8Array(authData)],
        ]),
      );
      return answer({
        clientDataJSON: base64url(clientData("webauthn.create", options)),
        attestationObject: base64url(attestation),
      });
    },
    /** Responds to the options of `passkeyLoginOptions`. */
    use: (options: string): string => {
      const client = clientData("webauthn.get", options);
      const authData = authenticatorData(userVerified);
      const signature = sign("sha256", Buffer.concat([authData, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      });
    },
  };
}
