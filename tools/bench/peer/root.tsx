import { Outlet, useRouteLoaderData } from "react-router-dom";
import { ThemeProvider } from "remix-themes/build/theme-provider.js";
import { Footer } from "#app/components/layout/footer";
import { Header } from "#app/components/layout/header";
import { RouterLink } from "#app/components/layout/router-link";
import type { ShellData } from "#app/components/layout/shell-data";
import { LinkProvider } from "#app/components/ui/link";
import common from "#locales/en/common.json";
import { toSend } from "#locales/translate";
import { isSignedIn } from "./api";
import { currentUser, whatStays } from "./client";

const texts = { common: toSend(common) };
const everything = { partner: true, monitoring: true };
const brand = { productName: "Tradehost", mark: null, legal: [], supportEmail: "", supportHours: "" };

/** Loads the shell's data; for a visitor without any request. */
export async function loadRoot({ request }: { request: Request }): Promise<ShellData & { texts: object }> {
  const about = {
    ...brand,
    language: "en" as const,
    theme: null,
    path: new URL(request.url).pathname,
    toast: null,
    texts,
  };
  if (!isSignedIn())
    return { ...about, isSignedIn: false, user: null, permissions: everything, unread: 0, alert: null };
  const [client, { permissions, alert }] = await Promise.all([currentUser(), whatStays()]);
  const { name, photoPath, balanceCents, unreadTickets } = client;
  return {
    ...about,
    isSignedIn: true,
    user: { name, photoPath, balanceCents },
    permissions,
    unread: unreadTickets.length,
    alert,
  };
}

/** The product's header and footer around a page. */
export function Root() {
  const data = useRouteLoaderData("root") as ShellData;
  return (
    <ThemeProvider specifiedTheme={null} themeAction="">
      <LinkProvider value={RouterLink}>
        <Header data={data} />
        <Outlet />
        <Footer data={data} />
      </LinkProvider>
    </ThemeProvider>
  );
}
