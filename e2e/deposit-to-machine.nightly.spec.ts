import { testKilledAtEachRequest } from "./support/kill-at-each-request";

testKilledAtEachRequest({ killsAt: "before", javaScriptEnabled: false });
testKilledAtEachRequest({ killsAt: "after", javaScriptEnabled: true });
