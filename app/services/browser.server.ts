import { cabinetCookie } from "./cookies.server";

const cookie = () => cabinetCookie("browser");

/** The secret that the API gave this browser when an account was opened with it. It outlives the session on purpose. */
export async function readBrowser(request: Request): Promise<string | null> {
  const secret: unknown = await cookie().parse(request.headers.get("cookie"));
  return typeof secret === "string" && secret ? secret : null;
}

/** The cookie that keeps it. */
export const browserCookie = (secret: string): Promise<string> => cookie().serialize(secret);
