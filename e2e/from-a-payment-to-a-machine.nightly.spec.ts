import { testKilled } from "./support/killed-at-each-question";

testKilled({ killsAt: "before", javaScriptEnabled: false });
testKilled({ killsAt: "after", javaScriptEnabled: true });
