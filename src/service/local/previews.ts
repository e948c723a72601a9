import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../contract/fault.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import type { Traits } from '../../contract/losses.ts';
import { ConversionError } from '../../engines/api/conversionError.ts';
import type { EngineTask } from '../../engines/api/task.ts';
import {
  findExtractor,
  type PreviewRoute,
  previewRoute,
  partEngine,
  probeEngine,
} from '../../engines/registry.ts';
import type { ProgramFinder } from '../../engines/programs/findPrograms.ts';
import { type ProgramId, programs } from '../../engines/programs/programs.ts';
import { effectiveFormat, sniffFormat } from '../../engines/sniff.ts';
import type { RequestOf, ResultOf, PartConversion } from '../localProtocol.ts';
import type { Runner } from '../worker/runner.ts';

type Source = Pick<EngineTask, 'fileName' | 'from' | 'inputBytes' | 'inputPath' | 'tool'>;

/** Makes previews of files. */
export class Previews {
  readonly #runner: Runner;
  readonly #programs: ProgramFinder;

  constructor(runner: Runner, programs: ProgramFinder) {
    this.#runner = runner;
    this.#programs = programs;
  }

  /**
   * Makes a preview.
   * @throws ConversionError, ServiceError `queue.pool_saturated`, or the signal's reason
   */
  async make(request: RequestOf<'preview'>, signal: AbortSignal): Promise<ResultOf<'preview'>> {
    const { inputPath, outputPath, fileName, page, mayRunPrograms, part } = request;
    const { format, engine, printer, options } = await recognized(inputPath, fileName);
    const { size: inputBytes } = await stat(inputPath);
    const file: Source = { tool: 'convert', fileName, inputPath, inputBytes, from: format };
    const source = printer === undefined ? file : await this.#print(printer, file, mayRunPrograms, signal);
    const shown = { ...source, engine, to: 'png', options: options(page), outputPath };
    const task = part === undefined ? shown : { ...shown, ...partTask(part) };
    const { picture } = await this.#runner.run(task, signal);
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
    const program = (await this.#programs()).get(printer);
    const values = [file.from.toUpperCase(), programs[printer].name] as const;
    if (program === undefined) throw new ConversionError(fault('preview.program', ...values));
    if (!mayRunPrograms) throw new ConversionError(fault('preview.unasked', ...values));
    const outputPath = path.join(path.dirname(file.inputPath), 'pages.pdf');
    const task = { ...file, engine: printer, program, to: 'pdf', options: {}, outputPath };
    await this.#runner.run(task, signal);
    return { ...file, from: 'pdf', inputPath: outputPath };
  }
}

function partTask({ tool, to, options: settings, region, scaledTo }: PartConversion) {
  return { tool, engine: partEngine, to, options: { settings, region, scaledTo } };
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

/**
 * Extracts an archive into an empty folder. Its content determines its format, or else its name.
 * @throws ConversionError, ServiceError `queue.pool_saturated`, or the signal's reason
 */
export async function extractArchive(
  runner: Runner,
  { password, ...file }: RequestOf<'extract'>,
  signal: AbortSignal,
): Promise<ResultOf<'extract'>> {
  const { inputPath, fileName } = file;
  const { size: inputBytes } = await stat(inputPath);
  const sniffed = await sniffFormat(inputPath);
  const formats = [effectiveFormat(sniffed, fileName), sniffed, formatOfFileName(fileName)];
  const from = formats.find((format) => findExtractor(format) !== undefined);
  const engine = findExtractor(from);
  if (from === undefined || engine === undefined) throw new ConversionError(fault('archive.none'));
  const options = password === undefined ? {} : { password };
  const task = { ...file, tool: 'convert', engine, from, to: '', options, inputBytes } as const;
  const { extracted } = await runner.run(task, signal);
  if (extracted === undefined) throw new Error('The engine didn’t describe its result');
  return extracted;
}

/**
 * Finds the properties of a file that a conversion could drop. A worker reads it, because a malicious file can only
 * crash that.
 * @throws ConversionError, ServiceError `queue.pool_saturated`, or the signal's reason
 */
export async function probeFile(
  runner: Runner,
  { inputPath, fileName }: RequestOf<'probe'>,
  signal: AbortSignal,
): Promise<Traits> {
  const facts = await stat(inputPath);
  // Reading a device or a named pipe may never end.
  if (!facts.isFile()) return {};
  const format = effectiveFormat(await sniffFormat(inputPath), fileName) ?? formatOfFileName(fileName);
  if (format === undefined) return {};
  const engine = probeEngine(format);
  const task = {
    tool: 'convert',
    engine,
    from: format,
    to: format,
    options: {},
    inputPath,
    fileName,
  } as const;
  // Probing writes no output.
  const { traits } = await runner.run({ ...task, inputBytes: facts.size, outputPath: '' }, signal);
  return traits ?? {};
}
