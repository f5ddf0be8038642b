import { paths } from "#app/paths";
import type { PlainKey } from "#locales/translate";
import type { ShellData } from "./shell-data";

type Section = { href: string; label: PlainKey<"common"> };

const client: (Section & { flag?: keyof ShellData["permissions"] })[] = [
  { href: paths.vps, label: "vps" },
  { href: paths.monitoring, label: "monitoring", flag: "monitoring" },
  { href: paths.partnerProgram, label: "partnerProgram", flag: "partner" },
  { href: paths.balance, label: "balanceOperations" },
  { href: paths.support, label: "support" },
  { href: paths.faq, label: "faq" },
];

/**
 * The links of the navigation (specification, section 2): for a client by their permissions, for a visitor only on
 * the monitoring pages.
 */
export function sectionsFor({
  isSignedIn,
  permissions,
  path,
}: Pick<ShellData, "isSignedIn" | "permissions" | "path">): Section[] {
  if (isSignedIn) return client.filter(({ flag }) => !flag || permissions[flag]);
  if (!path.split("?")[0]?.includes("online-monitoring")) return [];
  return [
    { href: paths.monitoring, label: "monitoring" },
    { href: paths.login(), label: "logIn" },
    { href: paths.signup(), label: "signUp" },
  ];
}
