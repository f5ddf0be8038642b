/** Returns a browser's storage state with the language chosen. */
export function localeState(language: string, baseURL: string | undefined) {
  const value = encodeURIComponent(Buffer.from(JSON.stringify(language)).toString("base64"));
  const domain = new URL(baseURL ?? "").hostname;
  const common = { path: "/", expires: -1, httpOnly: false, secure: false, sameSite: "Lax" as const };
  return { cookies: [{ name: "language", value, domain, ...common }], origins: [] };
}
