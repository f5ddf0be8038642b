import { Command } from "commander";
import { areas } from "./all";
import type { Console, DeclaredOperation } from "./operation";
import { createProgram, declareOperations } from "./operation";

/** The operator's program with every area's commands. */
export const operatorProgram = (console: Console): Command => createProgram(console, areas);

let declared: ReadonlyMap<string, DeclaredOperation> | undefined;

/** Every operation by its name. */
export function allOperations(): ReadonlyMap<string, DeclaredOperation> {
  declared ??= new Map(
    declareOperations(new Command("cabinet"), areas).map((operation) => [operation.name, operation]),
  );
  return declared;
}
