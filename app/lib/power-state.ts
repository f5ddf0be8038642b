import type { ServerStatus } from "#contract/vps/status";
import { canControl } from "#contract/vps/status";

/**
 * Returns the power state as a key of the `control` translations; a server that is being set up is neither on nor
 * off.
 */
export const powerState = ({ status, isOn }: { status: ServerStatus; isOn: boolean }) =>
  status === "settingUp" ? "settingUp" : isOn ? "machineOn" : "machineOff";

/** Returns why a server cannot be controlled, as a translation key of its page, or null if it can. */
export const whyNoControl = (status: ServerStatus) =>
  canControl(status) ? null : status === "settingUp" ? "notSetUp" : "notActive";
