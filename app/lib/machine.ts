const megabytesOfGigabyte = 1024;

/** Converts memory from MB to GB for display. */
export const memoryGb = (memoryMb: number): number => memoryMb / megabytesOfGigabyte;

/** Shortens `Windows Server 2019, Windows Server 2022` to `Windows Server 2019, 2022`. */
export function shortList(names: readonly string[]): string {
  const kind = (name: string) => name.slice(0, name.lastIndexOf(" ") + 1);
  return [...names]
    .sort()
    .map((name, index, all) =>
      index > 0 && kind(name) === kind(all[index - 1] ?? "") ? name.slice(kind(name).length) : name,
    )
    .join(", ");
}
