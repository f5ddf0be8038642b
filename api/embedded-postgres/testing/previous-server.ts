import { realpath } from "node:fs/promises";
import { findBinaries } from "#api/embedded-postgres/binaries";
import { createCluster } from "#api/embedded-postgres/cluster";
import { urlOf } from "#api/embedded-postgres/connect";
import { createFolders } from "#api/embedded-postgres/folders";
import { launch, shutDown } from "#api/embedded-postgres/postmaster";

/** Starts the previous version of PostgreSQL in a data directory, as earlier releases did. */
export async function startPreviousPostgres(dataDir: string) {
  const folders = await createFolders(dataDir);
  folders.data = `${await realpath(folders.root)}/data`;
  const binaries = await findBinaries(folders.user, folders.root, { release: "previous" });
  await createCluster(binaries, folders, { isDurable: false });
  await launch(binaries.home, folders, { listen_addresses: "", timezone: "UTC", fsync: "off" });
  return {
    url: (database: string) => urlOf(folders, database),
    stop: () => shutDown(binaries.home, folders),
  };
}
