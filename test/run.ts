// Runs the tests: `node test/run.ts check`, `test`, `all`, or a level with or without files. docs/testing.md explains them.
import { writeFileSync } from 'node:fs';
import { withLock } from './support/lock.ts';
import { isGreen } from './support/results.ts';
import { buildOnce, isBuilt } from './support/run/build.ts';
import { isLevel, parseCommandLine, type Request } from './support/run/commandLine.ts';
import { installFor, runnableTasks } from './support/run/install.ts';
import type { LevelName } from './support/run/levels.ts';
import { counts, reportLines, reportVariable, type RunReport } from './support/run/report.ts';
import { inRunFolder } from './support/run/runFolder.ts';
import { TestSession } from './support/run/session.ts';
import { measureSlowness, slownessVariable } from './support/run/slowness.ts';
import {
  checks,
  preparationTasks,
  sweepTasks,
  type Task,
  tasksOf,
  tasksOfFiles,
} from './support/run/tasks.ts';
import { withRetries } from './support/run/retries.ts';

/** The levels of `npm test` after the unit tests. Those with the longest preparation come first. */
const beyondUnit = ['ui', 'host', 'network', 'service'] as const satisfies readonly LevelName[];

const request = parseCommandLine(process.argv.slice(2));
process.env[slownessVariable] ??= String(measureSlowness());
if (request.part !== undefined) console.log(`This run is the part "${request.part}" of test:all.`);
const [first, rest] = stagesOf(request);
const { tasks, leftOut } = runnableTasks([...first, ...rest]);
const isRunnable = (task: Task): boolean => tasks.includes(task);
await installFor(tasks);

await inRunFolder(async () => {
  // A run that a test starts uses the outer run's build. It would wait forever for the lock, which the outer run holds.
  const needsBuild = !isBuilt() && tasks.some(({ level }) => level !== 'check' && level !== 'unit');
  const report = needsBuild ? await withLock('test-run', buildAndRun) : await runAll();
  const file = process.env[reportVariable];
  if (file !== undefined) writeFileSync(file, JSON.stringify(report));
  console.log(`\n${reportLines(report).join('\n')}`);
  process.exitCode = isGreen(counts(report)) ? 0 : 1;
});

async function buildAndRun(): Promise<RunReport> {
  await buildOnce();
  return runAll();
}

async function runAll(): Promise<RunReport> {
  const isLive = request.files.length > 0;
  const session = new TestSession({ grep: request.grep, isLive });
  try {
    const outcomes = await session.run(first.filter(isRunnable));
    // Type errors should be reported within a minute, not at the end.
    const isFailed = outcomes.some(({ results }) => results.failures > 0);
    if (isFailed && rest.length > 0) console.log('\nThe rest wasn’t run, because the check failed.');
    const others = isFailed ? [] : await session.run(rest.filter(isRunnable));
    const skipped = leftOut === undefined ? [] : [leftOut];
    return await withRetries(session, [...outcomes, ...others], skipped, request.retries && !isLive);
  } finally {
    await session.end();
  }
}

/** The tasks that run first, and those that only run if they pass. */
function stagesOf({ scope, files, grep, part }: Request): [first: Task[], rest: Task[]] {
  if (isLevel(scope)) {
    const own = files.length > 0 ? tasksOfFiles(scope, files, grep) : tasksOf(scope);
    return [prepared(own), []];
  }
  if (part !== undefined) return [prepared(sweepTasks(part)), []];
  const check = [...checks, ...tasksOf('unit')];
  if (scope === 'check') return [check, []];
  const core = beyondUnit.flatMap(tasksOf);
  return [check, prepared(scope === 'test' ? core : [...core, ...sweepTasks()])];
}

/** These tasks, after those that prepare their levels. */
function prepared(all: readonly Task[]): Task[] {
  return [...preparationTasks(all), ...all];
}
