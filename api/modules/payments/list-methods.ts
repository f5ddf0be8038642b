import { verb } from "#api/http/verb";
import * as contract from "#contract/payments/index";
import { describeMethod } from "./payment";

export const listMethods = verb(contract.depositMethods, async (_input, { payments, language }) => ({
  methods: payments.systems.map((system) => describeMethod(system, language)),
  isSandbox: payments.isSandbox,
}));
