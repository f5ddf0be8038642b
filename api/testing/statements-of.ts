import pg from "pg";
import { vi } from "vitest";

/** Returns the statements that `act` sends to PostgreSQL. */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await act();
  const statements = (spy.mock.calls as unknown[][]).map(([first]) =>
    typeof first === "string" ? first : ((first as { text?: string }).text ?? ""),
  );
  spy.mockRestore();
  return statements;
}
