import { testKilled } from "./support/killed-at-each-question";

testKilled({ killsAt: "after", javaScriptEnabled: true });
