import * as z from "zod/mini";
import { checkSystem, systemsOf } from "#api/bootstrap/external-systems";
import type { CommandGroup } from "./operation";

export const systemsCommands: CommandGroup = (program, operation) => {
  const area = program
    .command("systems")
    .description("the database, the mail server, payment systems, the hypervisor, the store of files");
  operation(
    area.command("check").description("check each system with a harmless request"),
    z.object({}),
    async (_, { deps }) =>
      () =>
        Promise.all(systemsOf(deps).map(checkSystem)),
    { isRead: true },
  );
};
