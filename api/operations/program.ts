import { Command } from "commander";
import { areas } from "./all";
import type { Console } from "./command-line";
import { createProgram } from "./command-line";
import type { DeclaredOperation } from "./operation";
import { declareOperations } from "./operation";

/** Creates the operator's program with the commands of all modules. */
export const operatorProgram = (console: Console): Command => createProgram(console, areas);

let declared: ReadonlyMap<string, DeclaredOperation> | undefined;

/** Returns all operations by name. */
export function allOperations(): ReadonlyMap<string, DeclaredOperation> {
  declared ??= new Map(
    declareOperations(new Command("cabinet"), areas).map((operation) => [operation.name, operation]),
  );
  return declared;
}
