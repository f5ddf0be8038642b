import { afterEach, describe, expect, it, vi } from "vitest";

const admin = "https://admin.cabinet.test";

/** Loads the module with this setting of ADMIN_ORIGIN; without one the console is at the cabinet's origin. */
async function consoleAt(adminOrigin: string | undefined) {
  const settings = {
    API_URL: "http://127.0.0.1:9",
    SESSION_SECRET: "a secret for tests",
    PUBLIC_ORIGIN: "https://cabinet.test",
    ADMIN: "on",
    ADMIN_ORIGIN: adminOrigin,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  // settings are parsed once per process
  vi.resetModules();
  const { requireStaffToken, staffSessionCookie, staffSessionIsOver } = await import("./staff.server");
  const { requestContext, withRequestContext } = await import("./request-context.server");
  return {
    openSession: async () => (await staffSessionCookie("token")).split(";")[0] ?? "",
    /** Returns where an expired session is redirected to, and the cookies that are set. */
    expire: (url: string, isPrefetch: boolean) =>
      withRequestContext(
        async () => {
          const response = await staffSessionIsOver(new Request(url));
          return [response.headers.get("location"), requestContext().setCookies];
        },
        { isPrefetch },
      ),
    /** Returns the token of a request, or where it is redirected to. */
    open: (cookie: string, url: string) =>
      withRequestContext(() =>
        requireStaffToken(new Request(url, { headers: { cookie, host: new URL(url).host } })).then(
          ({ token }) => token,
          (thrown: Response) => thrown.headers.get("location"),
        ),
      ),
  };
}
afterEach(() => vi.unstubAllEnvs());

const login = "/admin/login?redirectTo=%2Fadmin%2Fclients";
const clients = (origin: string) => `${origin}/admin/clients`;

describe("a staff session", () => {
  it("is valid at the origin of the console where it was opened", async () => {
    const { openSession, open } = await consoleAt(admin);
    expect(await open(await openSession(), clients(admin))).toBe("token");
  });

  it("is not taken at another origin after the console has moved there", async () => {
    const before = await (await consoleAt(undefined)).openSession();
    const apart = await consoleAt(admin);
    const cookie = await apart.openSession();
    expect(await apart.open(before, clients(admin))).toBe(login);
    const elsewhere = await consoleAt("https://staff.cabinet.test");
    expect(await elsewhere.open(cookie, clients("https://staff.cabinet.test"))).toBe(login);
    const together = await consoleAt(undefined);
    expect(await together.open(cookie, clients("https://cabinet.test"))).toBe(login);
    expect(await together.open(before, clients("https://cabinet.test"))).toBe("token");
  });

  it("opens nothing at the cabinet's origin if the console has its own", async () => {
    const { openSession, open } = await consoleAt(admin);
    expect(await open(await openSession(), clients("https://cabinet.test"))).toBe("/");
  });

  it("that waits for its code survives a prefetch of the console", async () => {
    const { expire } = await consoleAt(admin);
    expect(await expire(clients(admin), true)).toEqual([login, []]);
    expect(await expire(clients(admin), false)).toEqual([
      login,
      [expect.stringMatching(/^__Host-staff=;.*1970/)],
    ]);
  });
});
