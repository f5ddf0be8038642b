import { execFileSync } from "node:child_process";

/**
 * Installs Debian packages that tests need, if INSTALL_PACKAGES=1 is set (`.ci/run` sets it) and the process is root
 * on Debian: a test run must not change a machine without being asked to. Callers check first whether what they need
 * is there.
 */
export function installPackages(...packages: string[]): void {
  if (process.env.INSTALL_PACKAGES !== "1" || process.platform !== "linux" || process.getuid?.() !== 0)
    return;
  // prevents the packages' services from starting
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  try {
    for (const step of [["update"], ["install", "-y", "--no-install-recommends", ...packages]])
      execFileSync("apt-get", ["-q", ...step], {
        env,
        stdio: ["ignore", "ignore", "inherit"],
        timeout: 600_000,
      });
  } catch (error) {
    console.error(`${packages.join(", ")} could not be installed: ${(error as Error).message}`);
  }
}
