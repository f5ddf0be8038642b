import { createHash } from "node:crypto";
import type { Allotted, Work } from "#api/integrations/provisioner/stepwise/hypervisor";
import { login } from "#api/integrations/provisioner/stepwise/hypervisor";
import type { LibvirtSettings } from "./settings";

/**
 * Returns a UUID derived from the machine's allotment: it identifies our machines, and libvirt refuses to define
 * another one under the same name.
 */
export function uuidOf({ name, serverId }: Pick<Allotted, "name" | "serverId">): string {
  const hex = createHash("sha256").update(`${name}:${serverId}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(18, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

const volumeOf = (allotted: Allotted) => `${allotted.name}-${uuidOf(allotted).slice(0, 8)}`;
export const diskOf = (allotted: Allotted) => `${volumeOf(allotted)}.qcow2`;
export const seedOf = (allotted: Allotted) => `${volumeOf(allotted)}-seed.iso`;

/** Returns a MAC address in QEMU's range. */
const macOf = ({ id }: Allotted) =>
  `52:54:00:${[16, 8, 0].map((shift) => ((id >> shift) & 255).toString(16).padStart(2, "0")).join(":")}`;

/** Returns the machine in libvirt's domain format. Every value is ours or a safe name from the settings. */
export function domainXml({ order, allotted }: Work, { uri, pool, network }: LibvirtSettings): string {
  const type = uri.startsWith("test") ? "test" : "kvm";
  const { processor, memoryMb } = order.rate;
  return `<domain type='${type}'>
  <name>${allotted.name}</name>
  <uuid>${uuidOf(allotted)}</uuid>
  <memory unit='MiB'>${memoryMb}</memory>
  <vcpu>${processor}</vcpu>
  <os><type arch='x86_64'>hvm</type><boot dev='hd'/></os>
  <features><acpi/><apic/></features>
  <cpu mode='host-passthrough'/>
  <clock offset='utc'/>
  <devices>
    <disk type='volume' device='disk'>
      <driver name='qemu' type='qcow2' discard='unmap'/>
      <source pool='${pool}' volume='${diskOf(allotted)}'/>
      <target dev='vda' bus='virtio'/>
    </disk>
    <disk type='volume' device='cdrom'>
      <driver name='qemu' type='raw'/>
      <source pool='${pool}' volume='${seedOf(allotted)}'/>
      <target dev='sda' bus='sata'/>
      <readonly/>
    </disk>
    <interface type='network'>
      <mac address='${macOf(allotted)}'/>
      <source network='${network}'/>
      <model type='virtio'/>
    </interface>
    <channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel>
    <graphics type='vnc' listen='127.0.0.1'/>
    <video><model type='vga'/></video>
    <rng model='virtio'><backend model='random'>/dev/urandom</backend></rng>
  </devices>
</domain>
`;
}

/** Returns the files of cloud-init's NoCloud drive. JSON is valid YAML. */
export function seedFiles({ order, allotted }: Work, { addresses }: LibvirtSettings): Record<string, string> {
  const { name, address, password } = allotted;
  const user = {
    name: login,
    plain_text_passwd: password,
    lock_passwd: false,
    sudo: "ALL=(ALL) NOPASSWD:ALL",
  };
  // for a user that exists already
  const chpasswd = { expire: false, users: [{ name: login, password, type: "text" }] };
  const network = {
    version: 2,
    ethernets: {
      lan: {
        match: { macaddress: macOf(allotted) },
        addresses: [`${address}/${addresses.prefix}`],
        routes: [{ to: "0.0.0.0/0", via: addresses.gateway }],
        nameservers: { addresses: [addresses.gateway] },
      },
    },
  };
  return {
    "meta-data": JSON.stringify({
      // a new instance id makes cloud-init set the password again
      "instance-id": [uuidOf(allotted), ...(order.kind === "create" ? [] : [order.id])].join("-"),
      "local-hostname": name,
      admin_pass: password,
    }),
    "user-data": `#cloud-config\n${JSON.stringify({ users: [user], chpasswd, ssh_pwauth: true })}\n`,
    "network-config": JSON.stringify(network),
  };
}
