// Runs the tests: `node test/run.ts check`, `test`, `all`, or a level with or without files. docs/testing.md explains them.
import { withLock } from './support/lock.ts';
import { isGreen } from './support/results.ts';
import { buildOnce, isBuilt } from './support/run/build.ts';
import { parseCommandLine, type Request } from './support/run/commandLine.ts';
import { installFor, runnableTasks } from './support/run/install.ts';
import { isLevel, levels } from './support/run/levels.ts';
import { counts, reportLines, type RunReport } from './support/run/report.ts';
import { inRunFolder } from './support/run/runFolder.ts';
import { type SessionOutcome, TestSession } from './support/run/session.ts';
import { measureSlowness, slownessVariable } from './support/run/slowness.ts';
import { sweepTasks, type Task, tasksOf, tasksOfFiles } from './support/run/tasks.ts';

/** The levels of `npm test` after the unit tests. Those with the longest preparation come first. */
const beyondUnit = ['ui', 'host', 'network', 'service'] as const;
/** With more failed files than this, none is retried, and the run fails. */
const maxUnstable = 4;

const request = parseCommandLine(process.argv.slice(2));
process.env[slownessVariable] ??= String(measureSlowness());
if (request.part !== undefined) console.log(`This run is the part "${request.part}" of test:all.`);
const [first, rest] = stagesOf(request);
const { tasks, skipped } = runnableTasks([...first, ...rest]);
const isRunnable = (task: Task): boolean => tasks.includes(task);
const hasFailed = ({ results }: SessionOutcome): boolean => results.failures > 0;
await installFor(tasks);

await inRunFolder(async () => {
  // A run that a test starts uses the outer run's build. It would wait forever for the lock, which the outer run holds.
  const needsBuild = !isBuilt() && tasks.some(({ level }) => level !== 'check' && level !== 'unit');
  const report = needsBuild ? await withLock('test-run', buildAndRun) : await runAll();
  console.log(`\n${reportLines(report).join('\n')}`);
  process.exitCode = isGreen(counts(report)) ? 0 : 1;
});

async function buildAndRun(): Promise<RunReport> {
  await buildOnce();
  return runAll();
}

async function runAll(): Promise<RunReport> {
  const isLive = request.files.length > 0;
  const session = new TestSession(isLive);
  try {
    const outcomes = await session.run(first.filter(isRunnable));
    // Type errors should be reported within a minute, not at the end.
    if (outcomes.some(hasFailed) && rest.length > 0)
      console.log('\nThe rest wasn’t run, because the check failed.');
    else outcomes.push(...(await session.run(rest.filter(isRunnable))));
    return await withRetries(session, outcomes, request.retries && !isLive);
  } finally {
    await session.end();
  }
}

/**
 * Retries failed files that start real processes, one after the other, if there are few. A file that passes then counts
 * as passed, but is reported as unstable.
 */
async function withRetries(
  session: TestSession,
  outcomes: readonly SessionOutcome[],
  mayRetry: boolean,
): Promise<RunReport> {
  const failed = outcomes.filter(hasFailed).map(({ task }) => task);
  const retried = failed.filter(({ level }) => levels[level].startsProcesses);
  if (!mayRetry || retried.length === 0 || failed.length > maxUnstable)
    return { outcomes, unstable: [], skipped };
  console.log('\nA second try of what failed:');
  const second = await session.run(retried, 1);
  const passed = new Map(second.filter((each) => !hasFailed(each)).map((each) => [each.task, each]));
  return {
    outcomes: outcomes.map((outcome) => passed.get(outcome.task) ?? outcome),
    unstable: outcomes.filter(({ task }) => passed.has(task)),
    skipped,
  };
}

/** The tasks that run first, and those that only run if they pass. */
function stagesOf({ scope, files, grep, part }: Request): [first: readonly Task[], rest: readonly Task[]] {
  const check = [...tasksOf('check'), ...tasksOf('unit')];
  if (scope === 'check') return [check, []];
  if (isLevel(scope)) return [files.length > 0 ? tasksOfFiles(scope, files, grep) : tasksOf(scope), []];
  if (part !== undefined) return [sweepTasks(part), []];
  const core = beyondUnit.flatMap(tasksOf);
  return [check, scope === 'test' ? core : [...core, ...sweepTasks()]];
}
