import { stat } from 'node:fs/promises';
import { writing } from '../../contract/dialect.ts';
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
 * Converts what somebody waits for in an editor, by the engine and with the defaults that a submission would have. There is
 * no job, nothing is charged, and nothing is kept.
 */
export class DirectConversions {
  readonly #options: DirectConversionsOptions;

  constructor(options: DirectConversionsOptions) {
    this.#options = options;
  }

  /**
   * Tells what the conversion may leave out.
   * @throws ConversionError, ServiceError as a submission does or `queue.pool_saturated`, or the signal's reason
   */
  async make(
    { inputPath, outputPath, fileName, to, options = {}, mayRunPrograms }: DirectConversion,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { runner, programs } = this.#options;
    const { size: bytes } = await stat(inputPath);
    const files = [{ path: inputPath, fileName, bytes }];
    const fields = new Map([
      [targetFormatField, to],
      [writing.write.optionsField, JSON.stringify(options)],
    ]);
    const finder: ProgramFinder = mayRunPrograms ? programs : async () => new Map();
    const { work, losses } = await assignOneFile('convert', { files, bytes, fields }, undefined, finder);
    await runWork(runner, { ...work, tool: 'convert', inputBytes: bytes, outputPath }, signal);
    return losses;
  }
}
