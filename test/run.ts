// npm test: every level, then where the time went and one line with what the runs themselves counted; with --all, the
// sweeps besides.
import { runsOn } from './support/levels.ts';
import { closingLine, sum } from './support/results.ts';
import { buildOnce } from './support/run/build.ts';
import { type Outcome, runCheck, runSuite, startSuite } from './support/run/level.ts';
import { timeReport } from './support/run/report.ts';
import { inRunFolder } from './support/run/runFolder.ts';
import {
  browserNeeds,
  compilerNeeds,
  decoderNeeds,
  encoderNeeds,
  ensureSystemPackages,
  programDecoderNeeds,
  programNeeds,
  serverNeeds,
} from './support/systemPackages.ts';
import { ensureCodeServer } from './support/vscode/codeServer.ts';

const sweeps = process.argv.includes('--all') ? ['test:sweeps'] : [];

async function runAll(): Promise<Outcome[]> {
  await buildOnce();
  // What mostly waits, for time to pass at the service or for a workbench to show something, goes beside what does not.
  const conformance = startSuite('test:conformance');
  const outcomes = [await runCheck('lint'), await runCheck('types'), await runSuite('test:unit')];
  const workbench = runsOn('test:ui') ? startSuite('test:ui') : undefined;
  if (runsOn('test:service')) outcomes.push(await runSuite('test:service'));
  const network = runsOn('test:network') ? startSuite('test:network') : undefined;
  outcomes.push(await conformance(), await runSuite('test:host'));
  if (network) outcomes.push(await network());
  if (workbench) outcomes.push(await workbench());
  for (const script of sweeps.filter((each) => runsOn(each))) outcomes.push(await runSuite(script));
  return outcomes;
}

// All at once and first, so that whoever has to install something by hand is told once.
await ensureSystemPackages([
  ...compilerNeeds,
  ...browserNeeds,
  ...decoderNeeds,
  ...encoderNeeds,
  ...programNeeds,
  ...programDecoderNeeds,
  ...serverNeeds,
]);
if (runsOn('test:ui')) await ensureCodeServer();

await inRunFolder(async () => {
  const outcomes = await runAll();
  const total = sum(outcomes);
  console.log(`\n${timeReport(outcomes).join('\n')}\n\n${closingLine(total)}`);
  process.exitCode = total.failures === 0 ? 0 : 1;
});
