import { expect, it } from "vitest";
import { libvirt } from "./index";
import type { LibvirtSettings } from "./settings";
import { VirshError } from "./virsh";

/** Outputs of virsh 10. */
const outputs: Record<string, string> = {
  hostname: "hypervisor-1\n",
  nodeinfo: `CPU model:           x86_64
CPU(s):              16
CPU frequency:       2400 MHz
CPU socket(s):       1
Core(s) per socket:  8
Thread(s) per core:  2
NUMA cell(s):        1
Memory size:         67108864 KiB
`,
  nodememstats: `total  :             67108864 KiB
free   :             16777216 KiB
buffers:              1048576 KiB
cached :              3145728 KiB
`,
  "pool-info": `Name:           vps
UUID:           7b4a0d5e-6a21-4e30-8f8f-0d7f3c0a5b10
State:          running
Persistent:     yes
Autostart:      yes
Capacity:       1099511627776
Allocation:     219902325555
Available:      879609302221
`,
};

const settings: LibvirtSettings = {
  uri: "qemu:///system",
  pool: "vps",
  network: "default",
  templates: new Map(),
  addresses: { first: 1, last: 1, prefix: 24, gateway: "203.0.113.1", setting: "ADDRESSES" },
  firstId: 10_000,
};
const clock = { now: () => new Date() };

it("reports the host's free memory, with its caches, and the space of the pool", async () => {
  const host = libvirt(settings, clock, async ([command = ""]) => outputs[command] ?? "");
  expect(await host.capacity()).toEqual([
    {
      node: "hypervisor-1",
      isOnline: true,
      processors: 16,
      memoryMb: { free: 20_480, total: 65_536 },
      diskGb: { free: 819, total: 1024 },
    },
  ]);
});

it("reports no memory if the driver can't tell it", async () => {
  const host = libvirt(settings, clock, async ([command = ""]) => {
    if (command === "nodememstats") throw new VirshError("error: this function is not supported");
    return outputs[command] ?? "";
  });
  expect((await host.capacity())[0]).toMatchObject({ memoryMb: null, processors: 16 });
});
