import { stat } from 'node:fs/promises';
import { requestDialect } from '../../contract/dialect.ts';
import { targetFormatField } from '../../contract/routes.ts';
import type { ProgramFinder } from '../../engines/programs/programFinder.ts';
import type { DirectConversion } from '../embeddedMessages.ts';
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
}
