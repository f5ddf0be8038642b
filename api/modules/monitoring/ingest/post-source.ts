import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { PostSource } from "#api/db/schema/monitoring-history";

/**
 * How a post came: from the address of a server that the account's owner rents here, or from anywhere with the key. Its owner
 * administers that server, so this says where the post came from and nothing of what it says. A part of a statement about accounts.
 */
export const sourceOf = (address: string): SQL<PostSource> => sql<PostSource>`case when exists (
    select from servers where servers.user_id = monitoring_accounts.user_id
      and servers.ip = ${address.replace(/^::ffff:/i, "")} and servers.status <> 'revoked'
  ) then 'server' else 'key' end`;
