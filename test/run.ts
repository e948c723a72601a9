// npm test: every level in turn, then one line with what the runs themselves counted.
import { exitCode, toolEnv } from './support/command.ts';
import { runsOn } from './support/levels.ts';
import {
  closingLine,
  newResultsFile,
  readResults,
  resultsVariable,
  sum,
  type Results,
} from './support/results.ts';
import { browserNeeds, compilerNeeds, decoderNeeds, ensureSystemPackages } from './support/systemPackages.ts';
import { ensureCodeServer } from './support/vscode/codeServer.ts';

/** The linter and the compiler count as one check each. */
const checks = ['lint', 'types'];
const levels = ['test:unit', 'test:service', 'test:conformance', 'test:host', 'test:ui'];
const suites = levels.filter((level) => runsOn(level));

async function runCheck(script: string): Promise<Results> {
  const failures = (await exitCode('npm', ['run', '--silent', script])) === 0 ? 0 : 1;
  return { passes: 1 - failures, failures, pending: 0 };
}

async function runSuite(script: string): Promise<Results> {
  const file = newResultsFile(script.replace(':', '-'));
  const env = { ...toolEnv(), [resultsVariable]: file };
  const code = await exitCode('npm', ['run', '--silent', script], { env });
  const results = readResults(file);
  const silentFailure = results.failures === 0 && (code !== 0 || results.passes === 0);
  return silentFailure ? { ...results, failures: 1 } : results;
}

// All at once and first, so that whoever has to install something by hand is told once.
await ensureSystemPackages([...compilerNeeds, ...browserNeeds, ...decoderNeeds]);
if (runsOn('test:ui')) await ensureCodeServer();

const all = new Map<string, Results>();
for (const script of [...checks, ...suites]) {
  console.log(`\n> ${script}`);
  all.set(script, checks.includes(script) ? await runCheck(script) : await runSuite(script));
}

console.log();
for (const [script, results] of all) console.log(`${script.padEnd(18)}${closingLine(results)}`);
const total = sum([...all.values()]);
console.log(closingLine(total));
process.exitCode = total.failures === 0 ? 0 : 1;
