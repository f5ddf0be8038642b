import { ticketMessages, tickets } from "#api/db/schema/support";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { demoId } from "./demo-clients";

const hour = 3_600_000;

type Line = { hoursAgo: number; author: "client" | "support"; text: string };
type DemoTicket = {
  client: string;
  department: string;
  title: string;
  status: "closed" | "processing";
  lines: Line[];
};

const demoTickets: DemoTicket[] = [
  {
    client: "anna",
    department: "technical",
    title: "Terminal does not start after a restart",
    status: "processing",
    lines: [
      {
        hoursAgo: 5,
        author: "client",
        text: "I restarted the server, and MetaTrader does not open by itself any more.",
      },
      {
        hoursAgo: 3,
        author: "support",
        text: "Put a shortcut to the terminal in the Startup folder: press Win+R, enter shell:startup, and drag the shortcut there.\n\nIt will then open each time you log in to the server.",
      },
    ],
  },
  {
    client: "anna",
    department: "payments",
    title: "Receipt for my accountant",
    status: "closed",
    lines: [
      { hoursAgo: 200, author: "client", text: "Where do I get a receipt for the last payment?" },
      {
        hoursAgo: 198,
        author: "support",
        text: "Each completed transaction in Balance operations has a printable receipt.",
      },
    ],
  },
  {
    client: "boris",
    department: "technical",
    title: "Высокий пинг до брокера",
    status: "processing",
    lines: [
      {
        hoursAgo: 8,
        author: "client",
        text: "Пинг до сервера брокера вырос до 80 мс. Можно ли что-то сделать?",
      },
      {
        hoursAgo: 6,
        author: "support",
        text: "Пришлите, пожалуйста, адрес торгового сервера — проверим маршрут.",
      },
    ],
  },
];

/** Creates tickets of the demo clients, one of them with an unread answer. Safe to run at every start. */
export async function seedDemoTickets({ db, clock }: Deps): Promise<void> {
  const timeOf = ({ hoursAgo }: Line) => new Date(clock.now().getTime() - hoursAgo * hour);
  await transaction(db, async (tx) => {
    for (const [index, { client, department, title, status, lines }] of demoTickets.entries()) {
      const [first, last] = [lines[0], lines.at(-1)];
      if (!first || !last) continue;
      const id = `demoticket${index}`;
      const times = { createdAt: timeOf(first), readAt: timeOf(first), lastMessageAt: timeOf(last) };
      const row = {
        id,
        userId: demoId(client),
        department,
        title,
        status,
        lastAuthor: last.author,
        ...times,
      };
      const created = await tx
        .insert(tickets)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: tickets.id });
      if (created.length === 0) continue;
      const messages = lines.map(({ author, text, ...line }, number) => ({
        id: `${id}-${number}`,
        ticketId: id,
        author,
        text,
        createdAt: timeOf({ author, text, ...line }),
      }));
      await tx.insert(ticketMessages).values(messages);
    }
  });
}
