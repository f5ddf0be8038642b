import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** What a program is called, where Debian puts it, and in which package. */
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
 * Sees to Debian's programs: root installs what is missing (their services are not started).
 * @returns why they can't be had, null where all are there
 */
export function missingPrograms(...names: (keyof typeof programs)[]): string | null {
  const absent = () => names.filter((name) => !existsSync(programs[name][0]));
  if (absent().length === 0) return null;
  const packages = absent().map((name) => programs[name][1]);
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
    const apt = (...what: string[]) =>
      execFileSync("apt-get", ["-q", ...what], { env, stdio: "ignore", timeout: 300_000 });
    try {
      apt("update");
      apt("install", "-y", "--no-install-recommends", ...packages);
    } catch {
      // said below
    }
  }
  return absent().length === 0
    ? null
    : `Debian's packages ${packages.join(", ")} are not there and could not be installed`;
}
