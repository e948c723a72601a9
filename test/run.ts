// Runs the tests: `node test/run.ts check`, `test`, `all`, or a level with or without files. docs/testing.md explains them.
import { writeFileSync } from 'node:fs';
import { withLock } from './support/lock.ts';
import { isGreen } from './support/results.ts';
import { buildOnce, isBuilt } from './support/run/build.ts';
import { isLevel, parseCommandLine, type Request } from './support/run/commandLine.ts';
import { installFor, skippedLevels } from './support/run/install.ts';
import { type LevelName, levelNames } from './support/run/levels.ts';
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

/**
 * All levels above the unit tests. Those with the clearest failures come first, and those with the longest preparation
 * last.
 */
const beyondUnit = levelNames.filter((name) => name !== 'unit');

const request = parseCommandLine(process.argv.slice(2));
const wanted = levelsOf(request);
const skipped = skippedLevels(wanted);
const runnable = wanted.filter((level) => !skipped.has(level));
await installFor(runnable);
process.env[slownessVariable] ??= String(measureSlowness());

await inRunFolder(async () => {
  // A run that a test starts uses the outer run's build. It would wait forever for the lock, which the outer run holds.
  const needsBuild = !isBuilt() && runnable.some((level) => level !== 'unit');
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
  const unable = [...skipped].map(([level, reason]) => `test:${level} ${reason}`);
  try {
    const [first, rest] = stagesOf(request);
    const outcomes = await session.run(first);
    // Type errors should be reported within a minute, not at the end.
    const isFailed = outcomes.some(({ results }) => results.failures > 0);
    if (isFailed && rest.length > 0) console.log('\nThe rest wasn’t run, because the check failed.');
    const others = isFailed ? [] : await session.run(rest);
    return await withRetries(session, [...outcomes, ...others], unable, request.retries && !isLive);
  } finally {
    await session.end();
  }
}

/** The tasks that run first, and those that only run if they pass. */
function stagesOf({ scope, files, grep, part }: Request): [first: Task[], rest: Task[]] {
  if (isLevel(scope)) {
    const tasks = files.length > 0 ? tasksOfFiles(scope, files, grep) : tasksOf(scope);
    return [able([...preparationTasks([scope]), ...tasks]), []];
  }
  const check = [...checks, ...tasksOf('unit')];
  if (scope === 'check') return [check, []];
  const prepared = able(preparationTasks(beyondUnit));
  const core = able(beyondUnit.flatMap(tasksOf));
  if (scope === 'test') return [check, [...prepared, ...core]];
  const sweeps = able(sweepTasks(part ?? { index: 1, count: 1 }));
  return part ? [[...prepared, ...sweeps], []] : [check, [...prepared, ...core, ...sweeps]];
}

/** The tasks whose level can run on this machine. */
function able(tasks: readonly Task[]): Task[] {
  return tasks.filter(({ level }) => level === 'check' || runnable.includes(level));
}

function levelsOf({ scope }: Request): readonly LevelName[] {
  if (isLevel(scope)) return [scope];
  return scope === 'check' ? ['unit'] : levelNames;
}
