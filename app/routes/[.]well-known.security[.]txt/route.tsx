import { paths } from "#app/paths";
import { environment } from "#app/services/env.server";
import { dayMilliseconds } from "#contract/day";

const halfAYear = 182 * dayMilliseconds;

/**
 * Contact for vulnerability reports (RFC 9116). It is a route because contact and expiry are settings of the
 * operator.
 */
export function loader(): Response {
  const { publicOrigin, SECURITY_CONTACT } = environment();
  const page = `${publicOrigin}${paths.reportVulnerability}`;
  const lines = [
    `Contact: ${SECURITY_CONTACT ?? page}`,
    `Policy: ${page}`,
    `Expires: ${new Date(Date.now() + halfAYear).toISOString()}`,
    "Preferred-Languages: en, ru",
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
