import type { FullResult, Reporter, TestCase } from "@playwright/test/reporter";

const allowed = 1;

/** A busy machine may be late once in a run: where more than one test needed its second try, the run has failed. */
export default class LateTests implements Reporter {
  private readonly late = new Map<string, TestCase>();

  onTestEnd(test: TestCase): void {
    if (test.outcome() === "flaky") this.late.set(test.id, test);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult["status"] }> {
    if (this.late.size <= allowed) return { status };
    console.log(`\n${this.late.size} tests needed a second try; one may:`);
    for (const test of this.late.values()) console.log(`  ${test.titlePath().filter(Boolean).join(" › ")}`);
    return { status: "failed" };
  }

  printsToStdio(): boolean {
    return false;
  }
}
