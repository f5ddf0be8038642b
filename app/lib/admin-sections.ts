/** An action for a row of a list. */
export type RowAction = {
  /** For example `deposits reject`. */
  operation: string;
  /** The operation needs more input, so its form opens first. */
  hasForm?: boolean;
  variant?: "primary" | "danger";
  /** The operation's fields, by the columns from which their values are taken. */
  takes: Record<string, string>;
  /** Shown only if a column has one of these values. */
  where?: { column: string; is: readonly (string | number | boolean | null)[] };
};

type List = {
  /** The operation that returns the list. */
  operation: string;
  input?: Record<string, string>;
  /** The list's heading if the operation is listed twice: a text of `operations.json` after `do_books_revenue_`. */
  title?: string;
  actions?: readonly RowAction[];
};

export type Section = {
  lists: readonly List[];
  /** Further operations, each with its own form. */
  buttons?: readonly string[];
};

const has = (column: string, ...is: (string | boolean)[]) => ({ column, is });

/** Pages of the console by URL: lists returned by operations, with the actions for their rows. */
export const sections = {
  "money/deposits": {
    lists: [
      {
        operation: "deposits list",
        actions: [
          { operation: "deposits accept", takes: { orderId: "order" }, variant: "primary" },
          { operation: "deposits reject", takes: { orderId: "order" }, hasForm: true },
        ],
      },
      {
        operation: "deposits transfers",
        actions: [{ operation: "deposits paid", takes: { orderId: "order" }, hasForm: true }],
      },
      {
        operation: "deposits disputes",
        actions: [
          { operation: "deposits settle", takes: { disputeId: "id" }, hasForm: true },
          { operation: "deposits refund", takes: { orderId: "order" }, hasForm: true },
        ],
      },
      { operation: "deposits refunds" },
    ],
    buttons: ["deposits refund", "ledger check"],
  },
  "money/withdrawals": {
    lists: [
      {
        operation: "withdrawals list",
        actions: [
          {
            operation: "withdrawals send",
            takes: { withdrawalId: "id" },
            where: has("status", "underReview"),
            variant: "primary",
          },
          {
            operation: "withdrawals pay",
            takes: { withdrawalId: "id" },
            hasForm: true,
            where: has("status", "underReview", "processing"),
          },
          { operation: "withdrawals reject", takes: { withdrawalId: "id" }, hasForm: true },
        ],
      },
    ],
    buttons: ["withdrawals cancel"],
  },
  "money/invoices": {
    lists: [
      {
        operation: "invoices list",
        actions: [
          { operation: "invoices show", takes: { number: "number" }, hasForm: true },
          { operation: "invoices resend", takes: { number: "number" } },
          {
            operation: "invoices correct",
            takes: { number: "number" },
            hasForm: true,
            where: has("kind", "invoice"),
          },
        ],
      },
    ],
  },
  "money/revenue": {
    lists: [
      { operation: "books revenue", input: { by: "plan" } },
      { operation: "books revenue", input: { by: "method" }, title: "by_method" },
      { operation: "books partners" },
    ],
    buttons: ["books revenue", "ledger check"],
  },
  texts: {
    lists: [
      {
        operation: "texts list",
        actions: [
          {
            operation: "texts show",
            takes: { name: "name", language: "language", version: "version" },
            hasForm: true,
          },
          {
            operation: "texts diff",
            takes: { name: "name", language: "language", from: "version" },
            hasForm: true,
          },
          { operation: "texts write", takes: { name: "name", language: "language" }, hasForm: true },
        ],
      },
    ],
    buttons: ["texts write"],
  },
  machines: {
    lists: [
      {
        operation: "test-servers list",
        actions: [
          { operation: "test-servers approve", takes: { id: "id" }, variant: "primary" },
          { operation: "test-servers reject", takes: { id: "id" }, hasForm: true },
        ],
      },
      {
        operation: "servers failed",
        actions: [
          { operation: "servers retry", takes: { order: "order" }, variant: "primary" },
          { operation: "servers refund", takes: { id: "server" }, hasForm: true },
        ],
      },
      {
        operation: "drifts list",
        actions: [{ operation: "drifts settle", takes: { driftId: "id" }, hasForm: true }],
      },
      {
        operation: "servers list",
        actions: [
          { operation: "servers block", takes: { id: "id" }, hasForm: true, where: has("held", false) },
          { operation: "servers release", takes: { id: "id" }, where: has("held", true) },
        ],
      },
    ],
    buttons: ["drifts check", "servers snapshots", "servers console", "servers revoke", "servers reinstate"],
  },
  catalogue: {
    lists: [
      {
        operation: "tariffs list",
        actions: [
          { operation: "tariffs price", takes: { id: "id" }, hasForm: true },
          { operation: "tariffs set", takes: { id: "id" }, hasForm: true },
          { operation: "tariffs withdraw", takes: { id: "id" }, where: has("offered", true) },
          { operation: "tariffs offer", takes: { id: "id" }, where: has("offered", false) },
        ],
      },
      {
        operation: "tariffs changes",
        actions: [
          { operation: "tariffs cancel-change", takes: { change: "id" }, where: has("state", "announced") },
        ],
      },
      {
        operation: "alerts list",
        actions: [{ operation: "alerts end", takes: { id: "id" } }],
      },
      {
        operation: "replies list",
        actions: [
          { operation: "replies set", takes: { name: "name" }, hasForm: true },
          { operation: "replies remove", takes: { name: "name" } },
        ],
      },
    ],
    buttons: ["tariffs set", "tariffs for-tests", "partner terms", "alerts show", "replies set"],
  },
  health: {
    lists: [
      { operation: "systems check" },
      { operation: "jobs list" },
      { operation: "jobs dead", actions: [{ operation: "jobs retry", takes: { id: "id" } }] },
      {
        operation: "letters stopped",
        actions: [{ operation: "letters resume", takes: { address: "address" } }],
      },
    ],
    buttons: ["ledger check"],
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

/** Returns the name of the section at a URL, or undefined if there is none. */
export const sectionAt = (address: string): SectionName | undefined =>
  (Object.keys(sections) as SectionName[]).find((name) => name === address);
