import * as z from "zod/mini";
import { maintenanceWindows } from "#api/db/schema/maintenance";
import { answer } from "#api/lib/answer";
import {
  cancelMaintenance,
  listMaintenance,
  planInput,
  planMaintenance,
} from "#api/modules/announcements/maintenance-windows";
import { choices } from "./choices";
import { listPage, pageInput, withPages } from "./list-page";
import type { CommandGroup } from "./operation";

/** Commands for announced maintenance of the machines. */
export const maintenanceCommands: CommandGroup = (program, operation) => {
  const area = program.command("maintenance").description("announced maintenance of a node, or of all");
  operation(
    area
      .command("plan")
      .description("plan maintenance; the clients it concerns get an e-mail and see it on their pages")
      .requiredOption("--starts <time>", "in UTC, such as 2026-12-31 02:00")
      .requiredOption("--ends <time>", "in UTC")
      .requiredOption("--en <words>", "what clients read, in English")
      .requiredOption("--ru <words>", "in Russian")
      .option("--node <node>", "only servers on this node, as `capacity show` names it")
      .option("--per-minute <number>", "maximum e-mails per minute", "100"),
    planInput,
    async (input, { deps, tx, operator, shown = {} }) => {
      const { id, clients, servers } = await planMaintenance(deps, tx, input, operator);
      Object.assign(shown, { clients, servers });
      return answer("maintenancePlanned", { id, count: clients });
    },
    {
      confirm: ({ node }) => `E-mail the clients with a server ${node ? `on node ${node}` : "on any node"}?`,
      choices: { node: choices.nodes },
    },
  );
  operation(
    withPages(
      area.command("list").description("list planned, running and earlier maintenance, newest first"),
    ),
    z.object(pageInput),
    (page, { deps, tx }) =>
      listPage(page, {
        columns: [maintenanceWindows.startsAt, maintenanceWindows.id],
        isDescending: true,
        read: (part) => listMaintenance(deps, tx, part),
        row: ({ id, node, startsAt, endsAt, state, author, textEn, textRu }) => ({
          id,
          node: node ?? "all",
          startsAt,
          endsAt,
          state,
          by: author,
          en: textEn,
          ru: textRu,
        }),
      }),
    { isRead: true },
  );
  operation(
    area.command("cancel <id>").description("cancel maintenance and tell the clients who were e-mailed"),
    z.object({ id: z.string() }),
    async ({ id }, { deps, tx, operator, shown = {} }) => {
      const { clients } = await cancelMaintenance(deps, tx, id, operator);
      shown.clients = clients;
      return answer("maintenanceCancelled", { count: clients });
    },
    {
      confirm: ({ id }) => `Cancel maintenance ${id}, and e-mail its clients?`,
      choices: { id: choices.openMaintenance },
    },
  );
};
