import { existsSync } from "node:fs";
import { installPackages } from "#api/testing/install-packages";

/** Path and Debian package of each program. */
const programs = {
  caddy: ["/usr/bin/caddy", "caddy"],
  pgbouncer: ["/usr/sbin/pgbouncer", "pgbouncer"],
  patroni: ["/usr/bin/patroni", "patroni"],
  etcd: ["/usr/bin/etcd", "etcd-server"],
  haproxy: ["/usr/sbin/haproxy", "haproxy"],
  postgres: ["/usr/lib/postgresql/15/bin/postgres", "postgresql-15"],
  systemdAnalyze: ["/usr/bin/systemd-analyze", "systemd"],
  dockerCompose: ["/usr/bin/docker-compose", "docker-compose"],
} as const;

/**
 * Checks for Debian's programs, and installs missing ones if that is allowed.
 * @returns why they are not available; null if all are
 */
export function missingPrograms(...names: (keyof typeof programs)[]): string | null {
  const absent = () => names.filter((name) => !existsSync(programs[name][0]));
  if (absent().length === 0) return null;
  const packages = absent().map((name) => programs[name][1]);
  installPackages(...packages);
  return absent().length === 0
    ? null
    : `Debian's packages ${packages.join(", ")} are not there: install them, or set INSTALL_PACKAGES=1 as root`;
}
