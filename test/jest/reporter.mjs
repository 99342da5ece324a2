/**
 * Jest reporter: one line per file, failures in full with the output of the file, the reasons of skipped
 * tests, and `N passed, N failed, N skipped` as the last line.
 */
import { DefaultReporter } from '@jest/reporters';

const REASON = /\[skipped: (.*?)\]/;

export default class Reporter extends DefaultReporter {
  /** Prints the output of a file only when it failed. */
  printTestFileHeader(path, config, result) {
    const failed = result.numFailingTests > 0 || result.testExecError != null;
    super.printTestFileHeader(path, config, failed ? result : { ...result, console: undefined });
  }

  onRunComplete(
    _contexts,
    { testResults, numPassedTests, numFailedTests, numRuntimeErrorTestSuites, ...counts },
  ) {
    super.onRunComplete();
    const reasons = new Map();
    for (const { fullName, status } of testResults.flatMap((file) => file.testResults)) {
      if (status !== 'pending' && status !== 'todo') continue;
      const reason = REASON.exec(fullName)?.[1] ?? 'no reason given';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    for (const [reason, number] of reasons) this.log(`- ${number} skipped: ${reason}`);
    // A file that could not be loaded is one failure.
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const skipped = counts.numPendingTests + counts.numTodoTests;
    process.stdout.write(`\n${numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}
