import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { root } from '../paths.ts';
import { type LevelName, levels } from './levels.ts';
import { type PartName, partNames, parts } from './parts.ts';
import { scaled, slowness } from './slowness.ts';

/** A unit of scheduling: a command that ends with a line such as `3 passed, 0 failed`, or only fails or succeeds. */
export interface Task {
  /** The file, or a short form of the command, for the report. */
  readonly name: string;
  readonly level: LevelName;
  readonly command: () => readonly [program: string, ...args: string[]];
  /** True if `npm test` leaves it out. */
  readonly isSweep?: boolean;
  /** The number of cores that it uses. */
  readonly weight: number;
  /** The command that runs it alone. */
  readonly rerun: string;
}

const sweeps = 'test/sweeps/';
/** The time after which a test or hook counts as hanging, on a machine that isn't slow. */
const timeoutMs = 300_000;
const isSweep = (file: string): boolean => file.startsWith(sweeps);

/** The tasks of a level in `npm test`. The conformance suite isn't part of it. */
export function tasksOf(level: LevelName): Task[] {
  if (level === 'check') return ['lint', 'types'].map(scriptTask);
  if (level === 'unit') return [unitTask()];
  if (level === 'host') return [hostTask(['test/host'])];
  if (level === 'conformance') return ['guest', 'free', 'pro'].map(conformanceTask);
  return filesMatching(`test/${level}/**/*.test.ts`).map((file) => fileTask(level, file));
}

/** The tasks of files named on the command line. */
export function tasksOfFiles(level: LevelName, files: readonly string[], grep: string | undefined): Task[] {
  const chosen = grep === undefined ? [] : ['--fgrep', grep];
  return level === 'host'
    ? [hostTask([...chosen, ...files])]
    : files.map((file) => fileTask(level, file, chosen));
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
  return filesMatching(`${sweeps}${folder}/**/*.test.ts`).map((file) => fileTask(level, file));
}

function scriptTask(script: string): Task {
  return {
    name: script,
    level: 'check',
    command: () => ['npm', 'run', '--silent', script],
    weight: weightOf('check'),
    rerun: `npm run ${script}`,
  };
}

/** The unit tests, which Mocha itself spreads over the cores. They weigh one, to start while the linter still runs. */
function unitTask(): Task {
  const jobs = ['--parallel', '--jobs', String(availableParallelism())];
  return {
    name: 'unit tests',
    level: 'unit',
    command: () => mocha('unit', ...jobs, 'test/*.test.ts', 'test/unit/**/*.test.ts'),
    weight: weightOf('unit'),
    rerun: 'npm run test:unit -- FILE',
  };
}

/** The suites in the extension host, which are bundled together: these files or folders. */
function hostTask(args: readonly string[]): Task {
  return {
    name: ['host:', ...args].join(' '),
    level: 'host',
    command: () => ['node', 'test/host/run.ts', ...args],
    isSweep: args.some(isSweep),
    weight: weightOf('host'),
    rerun: ['npm run test:host --', ...args].join(' '),
  };
}

function fileTask(level: LevelName, file: string, args: readonly string[] = []): Task {
  const name = file.split(path.sep).join('/');
  return {
    name,
    level,
    command: () => mocha(level, ...args, name),
    isSweep: isSweep(name),
    weight: weightIn(file) ?? weightOf(level),
    rerun: `npm run test:${level} -- ${name}`,
  };
}

/** Mocha's command line, with timeouts for how slow the machine is now. */
function mocha(level: LevelName, ...args: string[]): [program: string, ...args: string[]] {
  const { mochaArguments = [] } = levels[level];
  const always = ['--exit', '--timeout', String(scaled(timeoutMs))];
  const onlyInCi = process.env['CI'] === 'true' ? ['--forbid-only'] : [];
  return ['mocha', ...always, ...onlyInCi, ...mochaArguments, ...args];
}

function conformanceTask(plan: string): Task {
  return {
    name: `conformance: ${plan}`,
    level: 'conformance',
    command: () => ['node', 'tools/conformance/main.ts', '--launch', '--plan', plan],
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

function filesMatching(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).toSorted();
}
