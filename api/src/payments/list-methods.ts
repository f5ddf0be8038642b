import { verb } from "#api/verb";
import * as contract from "#contract/payments";
import { describeMethod } from "./payment";

export const listMethods = verb(contract.depositMethods, async (_input, { payments, language }) => ({
  methods: payments.systems.map((system) => describeMethod(system, language)),
  isSandbox: payments.isSandbox,
}));
