import { setTimeout as pause } from "node:timers/promises";
import type { Processes } from "#tools/drills/processes.testing";
import type { Cluster, Name } from "./failover-cluster";
import { postgresOf, signalAll } from "./failover-postgres";

/** Disturbs the leading machine; returns a function that repairs it once the service is back. */
type Fault = (cluster: Cluster, processes: Processes, leader: Name) => Promise<() => Promise<void>>;

const cutMilliseconds = 5_000;

export const faults = {
  "machine killed": async (cluster, processes, leader) => {
    const postgres = postgresOf(cluster.dataOf(leader));
    const ends = [`patroni-${leader}`, `etcd-${leader}`].map((name) =>
      processes.stop(name, { signal: "SIGKILL" }),
    );
    signalAll(postgres, "SIGKILL");
    await Promise.all(ends);
    return async () => {
      cluster.startEtcd(leader);
      cluster.startPatroni(leader);
    };
  },
  "machine frozen": async (cluster, processes, leader) => {
    const pids = [processes.pidOf(`patroni-${leader}`) ?? 0, ...postgresOf(cluster.dataOf(leader))];
    signalAll(pids, "SIGSTOP");
    return async () => signalAll(pids, "SIGCONT");
  },
  "PostgreSQL killed": async (cluster, _processes, leader) => {
    signalAll(postgresOf(cluster.dataOf(leader)), "SIGKILL");
    return async () => {};
  },
  "way to the primary cut": async (cluster, _processes, leader) => {
    await cluster.tellProxy(`set server cabinet/${leader} state maint`);
    await cluster.tellProxy(`shutdown sessions server cabinet/${leader}`);
    const isOpen = pause(cutMilliseconds).then(() =>
      cluster.tellProxy(`set server cabinet/${leader} state ready`),
    );
    return () => isOpen;
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];
