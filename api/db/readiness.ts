import type { Database } from "./connect";

/**
 * Throws if the database is unavailable or is a read-only standby: a primary that was replaced, or one not promoted
 * yet. Connections to such a server are closed.
 */
export async function requireWritableDatabase({ $client: pool }: Database): Promise<void> {
  const connection = await pool.connect();
  let isWritable = false;
  try {
    const { rows } = await connection.query<{ setting: string }>(
      "select current_setting('transaction_read_only') as setting",
    );
    isWritable = rows[0]?.setting === "off";
  } finally {
    connection.release(!isWritable);
  }
  if (!isWritable) throw Object.assign(new Error("The database takes no writes"), { code: "25006" });
}
