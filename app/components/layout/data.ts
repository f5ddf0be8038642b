import type { Language } from "#contract/languages";

import type { Mark } from "#contract/look/mark";

/** What the root route tells the shell. */
export type ShellData = {
  language: Language;
  theme: "light" | "dark" | null;
  productName: string;
  /** The brand's own mark; null for the house's. */
  mark: Mark | null;
  /** Who the provider is in law, a line each. */
  legal: string[];
  /** Where to write to; empty where no setting names it. */
  supportEmail: string;
  /** When the support answers, in the reader's language; empty where it is not said. */
  supportHours: string;
  /** The address of this page, to come back to. */
  path: string;
  isSignedIn: boolean;
  /** The client's time zone; none where none was chosen. */
  zone?: string;
  user: { name: string; photoPath: string | null; balanceCents: number } | null;
  permissions: { partner: boolean; monitoring: boolean };
  /** How many tickets have an answer that was not read. */
  unread: number;
  alert: { id: string; text: string } | null;
  toast: { id: string; message: string } | null;
};
