import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TierLimits, tierLimits } from '../../../src/contract/tiers.ts';
import type { DiskConversion, DiskService } from '../../../src/jobs/core/service.ts';
import { untilAborted } from '../../../src/util/abort.ts';

/** A conversion that the service has begun. */
interface Begun extends DiskConversion {
  /** The content of the first file. */
  readonly content: Buffer;
}

type Answer<T> = (conversion: DiskConversion, signal: AbortSignal) => T | Promise<T>;

/** The service on this computer with scripted answers. Those that are queued come first; then conversions succeed. */
export class ScriptedDiskService implements DiskService {
  readonly id = 'local';
  readonly charges = false;
  readonly hosted = false;
  tier: TierLimits = tierLimits.pro;
  /** If set, no call settles, as for a killed process. */
  silent = false;
  readonly begun: Begun[] = [];
  /** Queued answers, each of which is used once, before the result is written. */
  readonly onConvert: Answer<void>[] = [];
  output: Buffer = Buffer.from('output');
  readonly #end = new AbortController();

  async limits(): Promise<TierLimits> {
    return this.tier;
  }

  async convert(
    conversion: DiskConversion,
    signal: AbortSignal,
    onProgress: (share?: number) => void,
  ): Promise<{ readonly fileName: string }> {
    if (this.silent) await untilAborted(new Promise(() => {}), this.#end.signal);
    const { tool, files, to = '', outputPath } = conversion;
    const [file] = files;
    const content = await readFile(file?.path ?? '');
    this.begun.push({ ...conversion, content });
    onProgress();
    const answer = this.onConvert.shift();
    const either = AbortSignal.any([this.#end.signal, signal]);
    if (answer) await untilAborted(Promise.resolve(answer(conversion, signal)), either);
    await writeFile(outputPath, this.output, { flag: 'wx' });
    const name = path.basename(file?.fileName ?? '');
    return { fileName: tool === 'compress' ? name : `${path.parse(name).name}.${to}` };
  }

  /** Ends all pending calls at the end of the test. */
  end(): void {
    this.#end.abort();
  }
}
