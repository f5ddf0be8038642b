import type { ServerStatus } from "#contract/vps/status";
import { canControl } from "#contract/vps/status";

/** Whether the machine runs, as a key of the `control` texts; one that is being set up is neither on nor off. */
export const powerState = ({ status, isOn }: { status: ServerStatus; isOn: boolean }) =>
  status === "settingUp" ? "settingUp" : isOn ? "machineOn" : "machineOff";

/** Why nothing can be asked of a machine, as a key of its page's texts; null where it can. */
export const whyNoControl = (status: ServerStatus) =>
  canControl(status) ? null : status === "settingUp" ? "notSetUp" : "notActive";
