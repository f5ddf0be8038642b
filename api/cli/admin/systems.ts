import * as z from "zod/mini";
import type { Deps } from "#api/deps";
import type { Row } from "./answer";
import type { CommandGroup } from "./operation";

type System = { name: string; check: () => Promise<string> };

const systemsOf = ({ payments, provisioner, files }: Deps): System[] => [
  ...payments.systems.map(({ method, check }) => ({ name: `payments: ${method.id}`, check })),
  { name: "machines", check: () => provisioner.health() },
  { name: "files", check: () => files.check() },
];

async function ask({ name, check }: System): Promise<Row> {
  try {
    return { system: name, answered: await check(), isWell: true };
  } catch (error) {
    return { system: name, answered: error instanceof Error ? error.message : "no answer", isWell: false };
  }
}

export const systemsCommands: CommandGroup = (program, operation) => {
  const area = program.command("systems").description("payment systems, the hypervisor, the store of files");
  operation(
    area.command("check").description("ask each something harmless, and say what it answered"),
    z.object({}),
    async (_, { deps }) =>
      () =>
        Promise.all(systemsOf(deps).map(ask)),
  );
};
