import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';
import { type LevelName, levels } from './levels.ts';
import { type PartName, partNames, parts } from './parts.ts';
import { slowness } from './slowness.ts';

/** A unit of scheduling: a test file, or a command that counts its own tests. */
export interface Task {
  /** The file, or a short form of the command, for the report. */
  readonly name: string;
  readonly level: LevelName | 'check';
  /** The command for a task that isn't a Mocha file; it ends with a line such as `3 passed, 0 failed`, or just exits. */
  readonly command?: readonly [program: string, ...args: string[]];
  /** True if `npm test` leaves it out. */
  readonly isSweep?: boolean;
  /** The number of cores that it uses. */
  readonly weight: number;
  /** The command that runs it alone. */
  readonly rerun: string;
}

const sweeps = 'test/sweeps/';
const isSweep = (file: string): boolean => file.startsWith(sweeps);

/** The linter and the compiler, which count as one test each. */
export const checks: readonly Task[] = ['lint', 'types'].map((script): Task => ({
  name: script,
  level: 'check',
  command: ['npm', 'run', '--silent', script],
  weight: 1,
  rerun: `npm run ${script}`,
}));

/** The suites in the extension host, which are bundled together: these files or folders. */
function hostTask(files: readonly string[], grep?: string): Task {
  return {
    name: ['host:', ...files].join(' '),
    level: 'host',
    command: ['node', 'test/host/run.ts', ...(grep === undefined ? [] : ['--grep', grep]), ...files],
    isSweep: files.some(isSweep),
    weight: weightOf('host'),
    rerun: ['npm run test:host --', ...files].join(' '),
  };
}

/** The tasks of a level in `npm test`. The conformance suite isn't part of it. */
export function tasksOf(level: LevelName): Task[] {
  if (level === 'host') return [hostTask(['test/host'])];
  if (level === 'conformance') return ['guest', 'free', 'pro'].map(conformanceTask);
  const patterns =
    level === 'unit' ? ['test/*.test.ts', 'test/unit/**/*.test.ts'] : [`test/${level}/**/*.test.ts`];
  return filesMatching(patterns).map((file) => fileTask(level, file));
}

/** The tasks that `npm test` leaves out, or one part of them. */
export function sweepTasks(part?: PartName): Task[] {
  return (part === undefined ? partNames : [part]).flatMap((name) => [
    ...(name === 'service' ? tasksOf('conformance') : []),
    ...parts[name].folders.flatMap(tasksOfFolder),
  ]);
}

function tasksOfFolder(folder: (typeof parts)[PartName]['folders'][number]): Task[] {
  if (folder === 'host') return [hostTask([`${sweeps}host`])];
  const level = folder === 'engines' ? 'service' : folder;
  return filesMatching([`${sweeps}${folder}/**/*.test.ts`]).map((file) => fileTask(level, file));
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
    isSweep: isSweep(name),
    weight: weightIn(file) ?? weightOf(level),
    rerun: `npm run test:${level} -- ${name}`,
  };
}

function conformanceTask(plan: string): Task {
  return {
    name: `conformance: ${plan}`,
    level: 'conformance',
    command: ['node', 'tools/conformance/main.ts', '--launch', '--plan', plan],
    isSweep: true,
    weight: weightOf('conformance'),
    rerun: `npm run conformance -- --launch --plan ${plan}`,
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
