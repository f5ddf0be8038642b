import type { Language } from "#contract/languages";

/** What the root route tells the shell. */
export type ShellData = {
  language: Language;
  theme: "light" | "dark" | null;
  productName: string;
  /** The address of this page, to come back to. */
  path: string;
  isSignedIn: boolean;
  user: { name: string; photoPath: string | null; balanceCents: number } | null;
  permissions: { partner: boolean; monitoring: boolean };
  alert: { id: string; text: string } | null;
  toast: { id: string; message: string } | null;
};
