import { stat } from 'node:fs/promises';
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
   * @throws ConversionError, ServiceError as a submission does or `queue.pool_saturated`, or the signal's reason
   */
  async make({ inputPath, outputPath, fileName, to }: DirectConversion, signal: AbortSignal): Promise<void> {
    const { runner, programs } = this.#options;
    const { size: bytes } = await stat(inputPath);
    const files = [{ path: inputPath, fileName, bytes }];
    const upload = { files, bytes, fields: new Map([[targetFormatField, to]]) };
    const { work } = await assignOneFile('convert', upload, undefined, programs);
    await runWork(runner, { ...work, tool: 'convert', inputBytes: bytes, outputPath }, signal);
  }
}
