import { chmod, lstat, mkdir, realpath, rename } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fault } from '../../contract/fault.ts';
import { withoutTrailing } from '../../util/text.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineTask } from '../api/task.ts';
import { isSandboxError, type ProgramEnd, runConfined } from './confinement/confinement.ts';
import { temporaryName } from './confinement/sandbox.ts';
import { isProgramId, programs } from './programs.ts';

interface ProgramRun {
  readonly work: EngineTask;
  readonly args: readonly string[];
  /** The path of the program's output in its own folder, for programs that choose the name themselves. */
  readonly leaves?: string;
  /** Ends the program when it aborts. */
  readonly limit?: AbortSignal;
}

/** The exit codes with which a shell or a sandbox reports that a command doesn't exist or can't be run. */
const notRun: ReadonlySet<number | null> = new Set([126, 127]);

/**
 * Runs the user's program in its sandbox, in a subfolder of the job, to write the job's output. The program is in the
 * worker's process group and ends with it: at a limit, when the job is canceled, and when the service ends. Only exit
 * code 0 with a non-empty output is a success.
 * @throws ConversionError
 */
export async function runProgram({ work: task, args, leaves, limit }: ProgramRun): Promise<void> {
  const { exitCode, said } = await ended(task, args, limit);
  if (limit?.aborted) throw tookTooLong(task);
  if (exitCode === null) throw crashed(task);
  const output = leaves ?? task.outputPath;
  if (exitCode !== 0 || !(await isFilled(output)) || !(await isOwn(task, output))) {
    throw refused(task, said);
  }
  // A program can take away its own user's permission to read the file.
  await chmod(output, 0o600);
  if (output !== task.outputPath) await rename(output, task.outputPath);
}

/**
 * Returns the text that a program prints, regardless of its exit code.
 * @throws ConversionError if it crashed
 */
export async function askProgram({ work: task, args }: Pick<ProgramRun, 'work' | 'args'>): Promise<string> {
  const { exitCode, said } = await ended(task, args);
  if (exitCode === null) throw crashed(task);
  return said;
}

export function programFolder(task: EngineTask): string {
  return path.join(jobFolder(task), 'home');
}

function jobFolder({ outputPath }: EngineTask): string {
  return path.dirname(outputPath);
}

async function ended(task: EngineTask, args: readonly string[], limit?: AbortSignal): Promise<ProgramEnd> {
  const { program, confinement, inputPath } = task;
  if (program === undefined || confinement === undefined) {
    throw new ConversionError(fault('program.missing'));
  }
  const [folder, home] = [jobFolder(task), programFolder(task)];
  await mkdir(path.join(home, temporaryName), { recursive: true, mode: 0o700 });
  const sandbox = { folder, home, inputs: [inputPath], maxFileBytes: task.maxFileBytes };
  const ending = await runConfined(confinement, sandbox, { program, args }, { limit }).catch(
    (error: unknown) => {
      throw cantRun(task, error);
    },
  );
  if (ending.hitFileLimit) throw new ConversionError(fault('conversion.output'));
  const sandboxFailed = confinement.by !== 'nobody' && ending.exitCode !== 0 && isSandboxError(ending.said);
  if (sandboxFailed || notRun.has(ending.exitCode)) throw cantRun(task, ending.said);
  return ending;
}

/** True if the output is a file with content, and not a link, folder, or pipe. */
async function isFilled(output: string): Promise<boolean> {
  const facts = await lstat(output).catch(() => undefined);
  return facts?.isFile() === true && facts.size > 0;
}

/** True if the output is in the job's folder. Through a link, another user's file could become the output. */
async function isOwn(task: EngineTask, output: string): Promise<boolean> {
  const folder = jobFolder(task);
  return (await realpath(output)) === path.join(await realpath(folder), path.relative(folder, output));
}

const maxReasonLength = 200;

/** The error for a program that rejected the file or wrote no output. `said` is the text that the program printed. */
function refused(task: EngineTask, said: string): ConversionError {
  const [from, to] = [task.from.toUpperCase(), task.to.toUpperCase()];
  const reason = reasonIn(task, said);
  return new ConversionError(
    reason === ''
      ? fault('program.refused', nameOf(task), to, from)
      : fault('program.refusedBecause', nameOf(task), to, from, reason),
  );
}

/** The error for a program that crashed, or was ended by another process. */
function crashed(task: EngineTask): ConversionError {
  return new ConversionError(fault('program.crashed', nameOf(task)));
}

/** The error for a program that was ended because it exceeded its time. */
function tookTooLong(task: EngineTask): ConversionError {
  return new ConversionError(fault('program.time', nameOf(task)));
}

/**
 * The error for a program that was found earlier but can't be started, because it was removed or isn't built for this
 * computer.
 */
function cantRun(task: EngineTask, cause: unknown): ConversionError {
  return new ConversionError(fault('program.unstarted', nameOf(task)), { cause });
}

function nameOf({ engine }: EngineTask): string {
  return isProgramId(engine) ? programs[engine].name : engine;
}

/** Returns the last line of the output that mentions an error, or else the last line, without paths. */
function reasonIn({ program = '', outputPath }: EngineTask, said: string): string {
  const lines = stripVTControlCharacters(said)
    .replaceAll(path.dirname(outputPath), '')
    .replaceAll(program, '')
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .replace(/^\[[^\]]*\]\s*/, '')
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
  const reason =
    lines.findLast((line) => /error|invalid|unsupported|password|encrypt/i.test(line)) ?? lines.at(-1);
  return withoutTrailing(reason ?? '', /[.\s]/).slice(0, maxReasonLength);
}
