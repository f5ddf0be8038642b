import { Readable } from "node:stream";
import { asc, eq } from "drizzle-orm";
import { ticketFiles, tickets } from "#api/db/schema/support";
import type { Deps } from "#api/deps";
import { csvLines } from "#api/lib/csv";
import { formatExact } from "#statements/decimal";
import type { Row } from "./export-queries";
import { exportQueries } from "./export-queries";
import type { ZipFile } from "./zip";

type From = Pick<Deps, "db" | "files">;

const rowsAtOnce = 2_000;

/** Converts exact decimals to text and dates to ISO 8601. */
const plain = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === "bigint") return [name, formatExact(value)];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  );

async function* pagesOf({ db }: From, userId: string, name: string): AsyncGenerator<Row[]> {
  const read = exportQueries[name];
  if (!read) return;
  for (let offset = 0; ; offset += rowsAtOnce) {
    const rows = (await read(db, userId).limit(rowsAtOnce).offset(offset)) as Row[];
    if (rows.length > 0) yield rows.map(plain);
    if (rows.length < rowsAtOnce) return;
  }
}

async function* asJson(pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let before = "[";
  for await (const rows of pages)
    for (const row of rows) {
      yield `${before}\n${JSON.stringify(row)}`;
      before = ",";
    }
  yield before === "[" ? "[]\n" : "\n]\n";
}

/** Writes rows as CSV after a UTF-8 byte order mark; a table without rows gives an empty file. */
async function* asCsv(pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of pages) {
    if (isFirst) yield `\uFEFF${csvLines([Object.keys(rows[0] ?? {})])}`;
    isFirst = false;
    yield csvLines(rows.map((row) => Object.values(row)));
  }
}

/** Yields a client's data as JSON and as CSV, and the files of the tickets. */
export async function* exportFiles(deps: From, userId: string): AsyncGenerator<ZipFile> {
  for (const name of Object.keys(exportQueries)) {
    yield { name: `${name}.json`, chunks: asJson(pagesOf(deps, userId, name)) };
    yield { name: `${name}.csv`, chunks: asCsv(pagesOf(deps, userId, name)) };
  }
  const attachments = await deps.db
    .select({ id: ticketFiles.id, storeId: ticketFiles.storeId, name: ticketFiles.name })
    .from(ticketFiles)
    .innerJoin(tickets, eq(tickets.id, ticketFiles.ticketId))
    .where(eq(tickets.userId, userId))
    .orderBy(asc(ticketFiles.id));
  for (const { id, storeId, name } of attachments) {
    const file = await deps.files.open(storeId);
    // the name comes from the client, so it must not contain path separators
    const safe = name.replace(/[\\/\p{Cc}]/gu, "_");
    if (file) yield { name: `ticket-files/${id}-${safe}`, chunks: Readable.fromWeb(file.stream as never) };
  }
}
