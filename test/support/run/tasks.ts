import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';
import { type LevelName, levelNames, levels } from './levels.ts';
import { preparedLevels } from './prepare.ts';
import { slowness } from './slowness.ts';

/** A unit of scheduling: a test file, or a command that counts its own tests. */
export interface Task {
  /** The file, or a short form of the command, for the report. */
  readonly name: string;
  readonly level: LevelName | 'check';
  /** The command for a task that isn't a Mocha file; it ends with a line such as `3 passed, 0 failed`, or just exits. */
  readonly command?: readonly [program: string, ...args: string[]];
  /** True if it runs no test and only prepares resources for the files of its level. */
  readonly onlyPrepares?: boolean;
  /** The number of cores that it uses. */
  readonly weight: number;
  /** The command that runs it alone. */
  readonly rerun: string;
}

/** Part K of N; 1 of 1 is everything. */
export interface TaskPart {
  readonly index: number;
  readonly count: number;
}

/** The linter and the compiler, which count as one test each. */
export const checks: readonly Task[] = ['lint', 'types'].map((script): Task => ({
  name: script,
  level: 'check',
  command: ['npm', 'run', '--silent', script],
  weight: 1,
  rerun: `npm run ${script}`,
}));

/** The suites in the extension host, which are bundled together: these files, or all. */
function hostTask(files: readonly string[], grep: string | undefined): Task {
  return {
    name: ['host', ...files].join(' '),
    level: 'host',
    command: ['node', 'test/host/run.ts', ...(grep === undefined ? [] : ['--grep', grep]), ...files],
    weight: weightOf('host'),
    rerun: ['npm run test:host', ...(files.length > 0 ? ['--', ...files] : [])].join(' '),
  };
}

/** Tasks that prepare these levels while other tasks run. */
export function preparationTasks(names: readonly LevelName[]): Task[] {
  const prepared = names.filter((name) => preparedLevels.has(name));
  return prepared.map((level) => ({
    name: `${level}: preparation`,
    level,
    onlyPrepares: true,
    weight: 1,
    rerun: `npm run test:${level}`,
  }));
}

/** The tasks of a level in `npm test`. */
export function tasksOf(level: LevelName): Task[] {
  if (level === 'host') return [hostTask([], undefined)];
  if (level === 'conformance') return [conformanceTask('free')];
  const patterns =
    level === 'unit' ? ['test/*.test.ts', 'test/unit/**/*.test.ts'] : [`test/${level}/**/*.test.ts`];
  return filesMatching(patterns).map((file) => fileTask(level, file));
}

/** One part of the tasks that `npm test` leaves out. The list of these tasks is dealt out to the parts in turn. */
export function sweepTasks({ index, count }: TaskPart): Task[] {
  const files = levelNames.flatMap((level) =>
    filesMatching([`test/sweeps/${level}/**/*.test.ts`]).map((file) => fileTask(level, file)),
  );
  const tasks = [...files, ...['guest', 'pro'].map(conformanceTask)];
  return tasks.filter((_, at) => at % count === index - 1);
}

/** The tasks of files named on the command line. */
export function tasksOfFiles(level: LevelName, files: readonly string[], grep: string | undefined): Task[] {
  return level === 'host' ? [hostTask(files, grep)] : files.map((file) => fileTask(level, file));
}

function fileTask(level: LevelName, file: string): Task {
  const name = file.split(path.sep).join('/');
  return {
    name,
    level,
    weight: weightIn(file) ?? weightOf(level),
    rerun: `npm run test:${level} -- ${name}`,
  };
}

function conformanceTask(plan: string): Task {
  const rerun = `npm run conformance -- --launch --plan ${plan}`;
  const command = ['node', 'tools/conformance/main.ts', '--launch', '--plan', plan] as const;
  return {
    name: `conformance: ${plan}`,
    level: 'conformance',
    command,
    weight: weightOf('conformance'),
    rerun,
  };
}

/** The weight of a level's files. On a slow machine, they compute longer, but wait as long as elsewhere. */
function weightOf(level: LevelName): number {
  return Math.min(1, levels[level].weight * slowness());
}

/**
 * The weight of a file that uses more or fewer cores than others of its level. Its first line says so: `// Weight 2:
 * converts on all cores.`
 */
function weightIn(file: string): number | undefined {
  const [, weight] = /^\/\/ Weight (\d(?:\.\d)?): /.exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
  return weight === undefined ? undefined : Number(weight);
}

function filesMatching(patterns: readonly string[]): string[] {
  return [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root })))].toSorted();
}
