import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isServiceError } from '../../../src/contract/errors.ts';
import type { Work, WorkResult } from '../../../src/engines/api/work.ts';
import { formatShown } from '../../../src/engines/formats/outerFormat.ts';
import { sniffFormat } from '../../../src/engines/formats/sniff.ts';
import { ProgramInspector } from '../../../src/engines/programs/confinement/inspector.ts';
import { wayIds } from '../../../src/engines/api/confinement.ts';
import type { FoundPrograms } from '../../../src/engines/programs/findPrograms.ts';
import { isProgramId } from '../../../src/engines/programs/programs.ts';
import {
  type Assignment,
  checkOptions,
  type Route,
  routeSubmission,
} from '../../../src/service/server/submission/submission.ts';
import type { Request } from '../cases/fuzzCase.ts';
import type { Fault, Outcome } from './outcome.ts';
import { outputFault } from './output.ts';
import { lineOf } from './said.ts';
import { type Ending, TrialWorker } from './worker.ts';

/**
 * Does what the service does with a submission, from the look at its first bytes to its output, by a worker process of
 * the service's, and looks at what is left of it. One at a time.
 */
export class Trial {
  /** Two folders above that of a request are looked at, too: as far as a name may lead up. */
  readonly #root = mkdtempSync(path.join(os.tmpdir(), 'fuzz-'));
  readonly #folder = path.join(this.#root, 'above', 'jobs');
  readonly #usualTemporaryFolder = process.env['TMPDIR'];
  readonly #found: FoundPrograms;
  readonly #worker: TrialWorker;
  readonly #inspector: ProgramInspector;

  /** `maxMs` is for one request. Until it is disposed, what this process starts has a temporary folder that is watched. */
  constructor(found: FoundPrograms, maxMs: number, scriptPath?: string) {
    mkdirSync(this.#folder, { recursive: true });
    process.env['TMPDIR'] = this.#folder;
    this.#found = found;
    this.#worker = new TrialWorker(maxMs, scriptPath);
    this.#inspector = new ProgramInspector(this.#root, wayIds);
  }

  async run(request: Request): Promise<Outcome> {
    const folder = path.join(this.#folder, 'job');
    mkdirSync(folder);
    try {
      return await this.#runIn(folder, request);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  dispose(): void {
    this.#worker.dispose();
    if (this.#usualTemporaryFolder === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = this.#usualTemporaryFolder;
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #runIn(folder: string, { tool, from, to, bytes }: Request): Promise<Outcome> {
    const inputPath = path.join(folder, 'input');
    writeFileSync(inputPath, bytes);
    const fileName = `file.${from}`;
    const sniffed = formatShown(await sniffFormat(inputPath), fileName);
    const route = this.#route({ tool, fileName, sniffed, named: undefined, targetFormat: to, options: {} });
    if (route === undefined) return { kind: 'refused', code: 'unsupported' };
    const base = {
      tool,
      fileName,
      to: route.to,
      inputPath,
      inputBytes: bytes.length,
      outputPath: path.join(folder, 'output'),
    };
    const work = await this.#workOf(route, base);
    const faults: Outcome[] = [];
    await route.row.cost(work, async (counting) => {
      const ending = await this.#worker.run(counting);
      if (ending.kind !== 'succeeded' && ending.kind !== 'refused') faults.push(outcomeOf(counting, ending));
      return ending.kind === 'succeeded' ? ending.result : {};
    });
    const [fault] = faults;
    if (fault) return fault;
    const ending = await this.#worker.run(work);
    const isBeyond = ending.kind === 'refused' && ending.fault.code === 'conversion.program_needed';
    if (!isBeyond || !route.helper) return this.#judged(work, ending, bytes);
    rmSync(work.outputPath, { force: true });
    const helped = await this.#workOf(route.helper, base);
    return this.#judged(helped, await this.#worker.run(helped), bytes);
  }

  #route(submission: Parameters<typeof routeSubmission>[0]): Route | undefined {
    try {
      return routeSubmission(submission, this.#found);
    } catch (error) {
      if (isServiceError(error)) return undefined;
      throw error;
    }
  }

  async #workOf(assignment: Assignment, base: Omit<Work, 'engine' | 'from' | 'options'>): Promise<Work> {
    const { engine } = assignment.row;
    const work = { ...base, engine, from: assignment.from, options: checkOptions(assignment, {}) };
    const program = isProgramId(engine) ? this.#found.get(engine) : undefined;
    if (program === undefined || !isProgramId(engine)) return work;
    const { program: inspected, confinement } = await this.#inspector.inspect(engine, program);
    return { ...work, program: inspected, confinement };
  }

  #judged(work: Work, ending: Ending, bytes: Buffer): Outcome {
    const stray = this.#strayIn(work, bytes);
    if (stray !== undefined) return fault(work, 'stray', stray);
    if (ending.kind !== 'succeeded') return outcomeOf(work, ending);
    // What can't be made smaller stays as it is, with all that is wrong with it.
    const isSource = work.tool === 'compress' && isSame(work.outputPath, bytes);
    const wrong = isSource ? undefined : outputFault(work.outputPath, extensionOf(work, ending.result));
    if (wrong !== undefined) return fault(work, 'output', wrong);
    return { kind: 'succeeded', outputBytes: statSync(work.outputPath).size };
  }

  /** What is where it should not be, and goes; a program has a folder of its own beside the output. */
  #strayIn({ inputPath, outputPath, program }: Work, bytes: Buffer): string | undefined {
    const folder = path.dirname(outputPath);
    const expected = [inputPath, outputPath, folder, this.#folder, path.dirname(this.#folder)];
    if (program !== undefined) expected.push(path.join(folder, 'home'));
    const all = [folder, this.#folder, path.dirname(this.#folder), this.#root].flatMap((parent) =>
      readdirSync(parent).map((name) => path.join(parent, name)),
    );
    const stray = all.filter((file) => !expected.includes(file));
    for (const file of stray) rmSync(file, { recursive: true, force: true });
    if (stray.length > 0) return `wrote ${stray.map((file) => path.basename(file)).join(', ')}`;
    return isSame(inputPath, bytes) ? undefined : 'the source was changed';
  }
}

function outcomeOf(work: Work, ending: Exclude<Ending, { kind: 'succeeded' }>): Outcome {
  switch (ending.kind) {
    case 'refused':
      return { kind: 'refused', code: ending.fault.code };
    case 'slow':
      return { kind: 'slow', engine: work.engine };
    case 'crash':
    case 'memory':
    case 'internal':
      return fault(work, ending.kind, lineOf(ending.said) || `${work.from} to ${work.to}`);
  }
}

function fault({ engine }: Work, kind: Fault['kind'], what: string): Fault {
  return { kind, engine, what };
}

/** As the service names its output. */
function extensionOf({ to }: Work, { extension = to }: WorkResult): string {
  return extension;
}

function isSame(file: string, bytes: Buffer): boolean {
  return existsSync(file) && readFileSync(file).equals(bytes);
}
