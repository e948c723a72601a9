import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isServiceError } from '../../../src/contract/errors.ts';
import { faultCode } from '../../../src/contract/fault.ts';
import { mechanismIds } from '../../../src/engines/api/program.ts';
import type { EngineWork } from '../../../src/engines/api/work.ts';
import { effectiveFormat, sniffFormat } from '../../../src/engines/sniff.ts';
import { ProgramInspector } from '../../../src/engines/programs/confinement/inspector.ts';
import type { FoundPrograms } from '../../../src/engines/programs/findPrograms.ts';
import { isProgramId } from '../../../src/engines/programs/programs.ts';
import { type Assignment, checkOptions, assignEngine } from '../../../src/service/assignment.ts';
import type { FuzzRequest } from '../cases/fuzzCase.ts';
import { type TrialFault, isFault, type TrialOutcome } from './outcome.ts';
import { outputFault } from './output.ts';
import { WatchedFolder } from './watchedFolder.ts';
import { type WorkerEnd, TrialWorker } from './worker.ts';

/**
 * Processes a file in a worker process as the service would, from detecting its format to its output, and checks for
 * leftovers. One file at a time.
 */
export class FuzzTrial {
  readonly #folder = new WatchedFolder();
  readonly #found: FoundPrograms;
  readonly #worker: TrialWorker;
  readonly #inspector: ProgramInspector;

  /**
   * `maxMs` limits the time of one conversion. Conversions may use these programs. Tests replace the service's worker.
   */
  constructor(found: FoundPrograms, maxMs: number, scriptPath?: string) {
    this.#found = found;
    this.#worker = new TrialWorker(maxMs, scriptPath);
    this.#inspector = new ProgramInspector(this.#folder.path, mechanismIds);
  }

  async run(request: FuzzRequest): Promise<TrialOutcome> {
    this.#folder.open();
    try {
      return await this.#runInFolder(request);
    } finally {
      this.#folder.close();
    }
  }

  dispose(): void {
    this.#worker.dispose();
    this.#folder.dispose();
  }

  async #runInFolder({ tool, from, to, bytes }: FuzzRequest): Promise<TrialOutcome> {
    const inputPath = path.join(this.#folder.path, 'input');
    writeFileSync(inputPath, bytes);
    const fileName = `file.${from}`;
    const sniffed = effectiveFormat(await sniffFormat(inputPath), fileName);
    const assignment = this.#assign({
      tool,
      fileName,
      sniffed,
      named: undefined,
      targetFormat: to,
      options: {},
    });
    if (assignment === undefined) return { kind: 'refused', code: 'unsupported' };
    const outputPath = path.join(this.#folder.path, 'output');
    const job = { tool, fileName, to: assignment.to, inputPath, inputBytes: bytes.length, outputPath };
    const work = await this.#workOf(assignment, job);
    const fault = await this.#faultInCost(assignment, work);
    if (fault) return fault;
    const ending = await this.#worker.run(work);
    const isBeyond = ending.kind === 'refused' && faultCode(ending.fault) === 'conversion.program_needed';
    if (!isBeyond || !assignment.helper) return this.#checked(work, ending, bytes);
    rmSync(outputPath, { force: true });
    const helped = await this.#workOf(assignment.helper, job);
    return this.#checked(helped, await this.#worker.run(helped), bytes);
  }

  #assign(submission: Parameters<typeof assignEngine>[0]): Assignment | undefined {
    try {
      return assignEngine(submission, this.#found);
    } catch (error) {
      if (isServiceError(error)) return undefined;
      throw error;
    }
  }

  async #workOf(
    assignment: Assignment,
    job: Omit<EngineWork, 'engine' | 'from' | 'options'>,
  ): Promise<EngineWork> {
    const { engine } = assignment.conversion;
    const work = { ...job, engine, from: assignment.from, options: checkOptions(assignment, {}) };
    const program = isProgramId(engine) ? this.#found.get(engine) : undefined;
    if (program === undefined || !isProgramId(engine)) return work;
    const { program: inspected, confinement } = await this.#inspector.inspect(engine, program);
    if (confinement.by === 'refusal') throw new Error(`${engine} isn’t run here: ${confinement.why}`);
    return { ...work, program: inspected, confinement };
  }

  /** The fault that occurred when the price was computed, if any. */
  async #faultInCost({ conversion }: Assignment, work: EngineWork): Promise<TrialFault | undefined> {
    const faults: TrialFault[] = [];
    await conversion.cost(work, async (counting) => {
      const ending = await this.#worker.run(counting);
      if (ending.kind === 'succeeded') return ending.result;
      const outcome = outcomeOf(counting, ending);
      if (isFault(outcome)) faults.push(outcome);
      return {};
    });
    return faults[0];
  }

  #checked(work: EngineWork, ending: WorkerEnd, bytes: Buffer): TrialOutcome {
    const stray = this.#strayOf(work, bytes);
    if (stray !== undefined) return faultOf(work, 'stray', stray);
    if (ending.kind !== 'succeeded') return outcomeOf(work, ending);
    const { extension = work.to } = ending.result;
    // A file that can't be made smaller stays the same, including its faults.
    const isSource = work.tool === 'compress' && isSame(work.outputPath, bytes);
    const wrong = isSource ? undefined : outputFault(work.outputPath, extension);
    if (wrong !== undefined) return faultOf(work, 'output', wrong);
    return { kind: 'succeeded', outputBytes: statSync(work.outputPath).size };
  }

  /**
   * A file left behind besides the output. Files in the job's folder don't count if a program was used, because that
   * folder is deleted.
   */
  #strayOf({ inputPath, outputPath, program }: EngineWork, bytes: Buffer): string | undefined {
    const folder = this.#folder.path;
    const beside = program === undefined ? [] : readdirSync(folder).map((name) => path.join(folder, name));
    const stray = this.#folder.takeStray([inputPath, outputPath, ...beside]);
    if (stray.length > 0) return `wrote ${stray.join(', ')}`;
    return isSame(inputPath, bytes) ? undefined : 'the source was changed';
  }
}

function isSame(file: string, bytes: Buffer): boolean {
  return existsSync(file) && readFileSync(file).equals(bytes);
}

function outcomeOf(work: EngineWork, ending: Exclude<WorkerEnd, { kind: 'succeeded' }>): TrialOutcome {
  switch (ending.kind) {
    case 'refused':
      return { kind: 'refused', code: faultCode(ending.fault) };
    case 'slow':
      return { kind: 'slow', engine: work.engine };
    case 'crash':
    case 'memory':
    case 'internal':
      return faultOf(work, ending.kind, lineOf(ending.said) || `${work.from} to ${work.to}`);
  }
}

function faultOf({ engine }: EngineWork, kind: TrialFault['kind'], what: string): TrialFault {
  return { kind, engine, what };
}

const maxLength = 160;

/**
 * A worker's output as one line: the error, and the first of our own functions in its stack. Numbers are omitted,
 * because they differ between files.
 */
function lineOf(said: string): string {
  const lines = said.split('\n').map((line) => line.trim());
  const error = lines.find((line) => /^\w*(?:Error|Exception)\b/.test(line)) ?? lines[0] ?? '';
  const places = lines.flatMap((line) => /^at (?:async )?([\w.#<>$ ]+) \(.*$/.exec(line)?.[1] ?? []);
  const place = places.find((name) => !/^(?:Object|Array|Map|Set|node:)/.test(name));
  const plain = error.replaceAll(/["'`“].*["'`”]/g, '…').replaceAll(/-?\d+(?:\.\d+)?/g, 'N');
  return `${plain.slice(0, maxLength)}${place === undefined ? '' : ` in ${place}`}`;
}
