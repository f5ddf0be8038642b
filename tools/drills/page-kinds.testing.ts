/** A kind of page: how to reach it, and the form to send from it. */
export type PageKind = {
  name: string;
  who: "visitor" | "client";
  /** A page that links to it. */
  from: string;
  /** Matches the link: the first URL on `from` that matches counts. */
  link: RegExp;
  /** Its texts are part of the cabinet, so it works without the API. */
  isOwn?: true;
  form?: SentForm;
};

export type SentForm = {
  /** The intent of the button to press; a form without intents is found by its fields. */
  intent?: string;
  typed: () => Record<string, string>;
  /**
   * The name of a file field. The text fields beside it are saved as a draft, because a file can't be restored into a
   * page.
   */
  file?: string;
  /** Payments and files have a longer timeout: 12 seconds instead of 8. */
  isPatient?: true;
};

const fresh = () => `grid-${Math.random().toString(36).slice(2)}@example.test`;
const password = "a good password";

/** Sixteen kinds of pages: documents and lists, login pages, dialogs, payments, files. */
export const pageKinds: readonly PageKind[] = [
  { name: "document", who: "visitor", from: "/login", link: /^\/public-offer$/, isOwn: true },
  {
    name: "login",
    who: "visitor",
    from: "/signup",
    link: /^\/login$/,
    isOwn: true,
    form: {
      intent: "login",
      typed: () => ({ email: "clara@demo.test", password: "demo-password" }),
    },
  },
  {
    name: "sign-up",
    who: "visitor",
    from: "/login",
    link: /^\/signup$/,
    isOwn: true,
    form: {
      intent: "signup",
      typed: () => ({ name: "Ann Lee", email: fresh(), password, repeatPassword: password, consent: "on" }),
    },
  },
  {
    name: "password reset",
    who: "visitor",
    from: "/login",
    link: /^\/forgot-password$/,
    isOwn: true,
    form: { intent: "send", typed: () => ({ email: fresh() }) },
  },
  {
    name: "account's page",
    who: "visitor",
    from: "/online-monitoring/public",
    link: /^\/online-monitoring\/demo-[\w-]+$/,
  },
  {
    name: "public list",
    who: "visitor",
    from: "/online-monitoring/compare",
    link: /^\/online-monitoring\/public$/,
  },
  { name: "servers", who: "client", from: "/faq", link: /^\/vps$/ },
  {
    name: "order",
    who: "client",
    from: "/vps",
    link: /^\/vps\/order\/[\w-]+$/,
    form: { intent: "pay", typed: () => ({ comment: "Trend" }), isPatient: true },
  },
  {
    name: "server's comment",
    who: "client",
    from: "/vps",
    link: /^\/vps\/servers\/\w+\/comment/,
    form: { typed: () => ({ comment: "Grid" }) },
  },
  { name: "operations", who: "client", from: "/faq", link: /^\/balance-operations$/ },
  {
    name: "deposit",
    who: "client",
    from: "/balance-operations",
    link: /^\/balance-operations\/deposit/,
    form: { typed: () => ({ amount: "25" }), isPatient: true },
  },
  {
    name: "transfer",
    who: "client",
    from: "/balance-operations",
    link: /^\/balance-operations\/transfer/,
    form: { intent: "check", typed: () => ({ email: "boris@demo.test", amount: "1" }) },
  },
  { name: "partner program", who: "client", from: "/faq", link: /^\/partner-program$/ },
  { name: "accounts", who: "client", from: "/online-monitoring", link: /^\/online-monitoring\/accounts$/ },
  {
    name: "new ticket",
    who: "client",
    from: "/support",
    link: /^\/support\/new/,
    form: {
      typed: () => ({ title: "Terminal", text: "It does not start." }),
      file: "files",
      isPatient: true,
    },
  },
  {
    name: "profile",
    who: "client",
    from: "/faq",
    link: /^\/profile$/,
    form: { intent: "changeName", typed: () => ({ name: "Anna Weber" }) },
  },
];
