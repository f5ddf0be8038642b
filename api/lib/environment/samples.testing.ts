import { parseEnvironment } from "#api/lib/environment";

export const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
export const yookassa = {
  YOOKASSA_SHOP_ID: "100500",
  YOOKASSA_SECRET_KEY: "test_0123456789",
  YOOKASSA_RUB_PER_USD: "92.5",
};
export const transfer = {
  TRANSFER_BENEFICIARY: "Example Ltd",
  TRANSFER_ACCOUNT: "LV80 BANK 0000 4351 9500 1",
  TRANSFER_BANK: "Example Bank",
  TRANSFER_BIC: "EXMPLV2X",
};
export const bucket = {
  S3_ENDPOINT: "https://s3.example.com/",
  S3_BUCKET: "uploads",
  S3_ACCESS_KEY_ID: "someone",
  S3_SECRET_ACCESS_KEY: "hush",
};
const addresses = "203.0.113.10-203.0.113.12/24,gw=203.0.113.1";
export const proxmox = {
  PROXMOX_URL: "https://pve.example.com:8006/",
  PROXMOX_TOKEN: "cabinet@pve!shop=hush",
  PROXMOX_TEMPLATES: "Windows Server 2022=9000, Ubuntu 24.04=9001",
  PROXMOX_ADDRESSES: addresses,
};
export const libvirt = {
  LIBVIRT_URI: "qemu:///system",
  LIBVIRT_TEMPLATES: "Windows Server 2022=windows.qcow2",
  LIBVIRT_ADDRESSES: addresses,
};
export const webhook = { PROVISIONER_URL: "https://x.example.com/orders?shop=1", PROVISIONER_SECRET: "hush" };

/** Returns the startup message about settings; empty if they are correct. */
export function messageOf(environment: Record<string, string>): string {
  try {
    parseEnvironment(environment);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
