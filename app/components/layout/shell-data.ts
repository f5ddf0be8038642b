import type { Mark } from "#contract/branding/mark";
import type { Language } from "#contract/languages";

/** Data from the root route for the shell. */
export type ShellData = {
  language: Language;
  theme: "light" | "dark" | null;
  productName: string;
  /** The brand's own logo, or null for the product's. */
  mark: Mark | null;
  /** Legal details of the provider, one line each. */
  legal: string[];
  /** Support email address, or empty if not configured. */
  supportEmail: string;
  /** Support hours in the viewer's language, or empty if not configured. */
  supportHours: string;
  /** The URL of this page, to return to. */
  path: string;
  isSignedIn: boolean;
  /** The client's time zone, or undefined if none was chosen. */
  zone?: string;
  user: { name: string; photoPath: string | null; balanceCents: number } | null;
  permissions: { partner: boolean; monitoring: boolean };
  /** Number of tickets with an unread answer. */
  unread: number;
  alert: { id: string; text: string } | null;
  /** Set while a staff member sees the pages as the client. */
  view?: { email: string; endsAt: string } | null;
  toast: { id: string; message: string } | null;
};
