import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../contract/faults/fault.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { ConversionError } from '../../engines/api/conversionError.ts';
import type { EngineWork, WorkResult } from '../../engines/api/work.ts';
import { effectiveFormat, sniffFormat } from '../../engines/sniff.ts';
import { type PreviewRoute, previewRoute, trialEngine } from '../../engines/registry.ts';
import type { ProgramFinder } from '../../engines/programs/findPrograms.ts';
import { type ProgramId, programs } from '../../engines/programs/programs.ts';
import type { PreviewFacts, PreviewRequest, Trial } from '../embeddedMessages.ts';

interface PreviewOptions {
  readonly runner: { run(work: EngineWork, signal: AbortSignal): Promise<WorkResult> };
  readonly programs: ProgramFinder;
}

type Source = Pick<EngineWork, 'fileName' | 'from' | 'inputBytes' | 'inputPath' | 'tool'>;

/** Makes previews of files. They aren't jobs, so nothing is charged or stored. */
export class Previews {
  readonly #options: PreviewOptions;

  constructor(options: PreviewOptions) {
    this.#options = options;
  }

  /**
   * Makes a preview.
   * @throws ConversionError, ServiceError `queue.pool_saturated`, or the signal's reason
   */
  async make(request: PreviewRequest, signal: AbortSignal): Promise<PreviewFacts> {
    const { inputPath, outputPath, fileName, page, mayRunPrograms, trial } = request;
    const { format, engine, printer, options } = await recognized(inputPath, fileName);
    const { size: inputBytes } = await stat(inputPath);
    const file: Source = { tool: 'convert', fileName, inputPath, inputBytes, from: format };
    const source = printer === undefined ? file : await this.#print(printer, file, mayRunPrograms, signal);
    const shown = { ...source, engine, to: 'png', options: options(page), outputPath };
    const work = trial === undefined ? shown : { ...shown, ...trialWork(trial) };
    const { picture } = await this.#options.runner.run(work, signal);
    if (picture === undefined) throw new Error('The engine returned no picture facts');
    return { format, ...picture };
  }

  /** Converts the file to PDF with one of the user's programs. */
  async #print(
    printer: ProgramId,
    file: Source,
    mayRunPrograms: boolean,
    signal: AbortSignal,
  ): Promise<Source> {
    const program = (await this.#options.programs()).get(printer);
    const values = [file.from.toUpperCase(), programs[printer].name] as const;
    if (program === undefined) throw new ConversionError(fault('preview.program', ...values));
    if (!mayRunPrograms) throw new ConversionError(fault('preview.unasked', ...values));
    const outputPath = path.join(path.dirname(file.inputPath), 'pages.pdf');
    const work = { ...file, engine: printer, program, to: 'pdf', options: {}, outputPath };
    await this.#options.runner.run(work, signal);
    return { ...file, from: 'pdf', inputPath: outputPath };
  }
}

function trialWork({ tool, to, options: settings, region, scaledTo }: Trial) {
  return { tool, engine: trialEngine, to, options: { settings, region, scaledTo } };
}

/**
 * The preview for a file. If its content can be shown, the content determines the format, not the name. A program only
 * gets files whose names match their content, because nobody expects it to read a photo.
 */
async function recognized(inputPath: string, fileName: string): Promise<PreviewRoute & { format: string }> {
  const sniffed = effectiveFormat(await sniffFormat(inputPath), fileName);
  const named = formatOfFileName(fileName);
  const printer = named === undefined ? undefined : previewRoute(named)?.printer;
  for (const format of [sniffed, named]) {
    const route = format === undefined ? undefined : previewRoute(format);
    if (format === undefined || route === undefined) continue;
    if (route.printer === undefined || route.printer === printer) return { format, ...route };
  }
  throw new ConversionError(fault('image.unreadable'));
}
