import { handle } from "#api/http/handle";
import * as contract from "#contract/payments/index";
import { describeMethod } from "./payment";

export const listMethods = handle(contract.depositMethods, async (_input, { payments, language }) => ({
  methods: payments.systems.map((system) => describeMethod(system, language)),
  isSandbox: payments.isSandbox,
}));
