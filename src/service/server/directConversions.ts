import { stat } from 'node:fs/promises';
import { requestDialect } from '../../contract/dialect.ts';
import { fault } from '../../contract/faults/fault.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { targetFormatField } from '../../contract/routes.ts';
import { ConversionError } from '../../engines/api/conversionError.ts';
import type { ProgramFinder } from '../../engines/programs/findPrograms.ts';
import { findExtractor } from '../../engines/registry.ts';
import { effectiveFormat, sniffFormat } from '../../engines/sniff.ts';
import type { DirectConversion, ExtractedEntries, ExtractionRequest } from '../embeddedMessages.ts';
import type { Runner } from '../worker/confinedRunner.ts';
import { runWork } from '../worker/runWork.ts';
import { assignOneFile } from './submission/oneFile.ts';

interface DirectConversionsOptions {
  readonly runner: Runner;
  readonly programs: ProgramFinder;
}

/**
 * Conversions that the user waits for in an editor. They use the same engine and defaults as a submission, but aren't
 * jobs, so nothing is charged or stored.
 */
export class DirectConversions {
  readonly #options: DirectConversionsOptions;

  constructor(options: DirectConversionsOptions) {
    this.#options = options;
  }

  /**
   * Converts a file. Resolves to the properties that the conversion may have dropped.
   * @throws ConversionError, ServiceError as for a submission or `queue.pool_saturated`, or the signal's reason
   */
  async make(
    { tool, inputPath, outputPath, fileName, to, options = {}, mayRunPrograms }: DirectConversion,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { runner, programs } = this.#options;
    const { size: bytes } = await stat(inputPath);
    const files = [{ path: inputPath, fileName, bytes }];
    const fields = new Map([[requestDialect.write.optionsField, JSON.stringify(options)]]);
    if (to !== undefined) fields.set(targetFormatField, to);
    const finder: ProgramFinder = mayRunPrograms ? programs : async () => new Map();
    const { work, losses } = await assignOneFile(tool, { files, bytes, fields }, undefined, finder);
    await runWork(runner, { ...work, tool, inputBytes: bytes, outputPath }, signal);
    return losses;
  }

  /**
   * Extracts an archive into an empty folder. Its content determines its format, or else its name.
   * @throws ConversionError, ServiceError `queue.pool_saturated`, or the signal's reason
   */
  async extract(file: ExtractionRequest, signal: AbortSignal): Promise<ExtractedEntries> {
    const { inputPath, fileName } = file;
    const { size: inputBytes } = await stat(inputPath);
    const sniffed = await sniffFormat(inputPath);
    const formats = [effectiveFormat(sniffed, fileName), sniffed, formatOfFileName(fileName)];
    const from = formats.find((format) => findExtractor(format) !== undefined);
    const engine = findExtractor(from);
    if (from === undefined || engine === undefined) throw new ConversionError(fault('archive.none'));
    const work = {
      ...file,
      tool: 'convert',
      engine,
      from,
      to: '',
      options: {},
      inputBytes,
    } as const;
    const { extracted } = await this.#options.runner.run(work, signal);
    if (extracted === undefined) throw new Error('The engine didn’t describe its result');
    return extracted;
  }
}
