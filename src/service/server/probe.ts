import { stat } from 'node:fs/promises';
import type { Traits } from '../../contract/losses.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { probeEngine } from '../../engines/registry.ts';
import { effectiveFormat, sniffFormat } from '../../engines/sniff.ts';
import type { ProbeRequest } from '../embeddedMessages.ts';
import type { Runner } from '../worker/confinedRunner.ts';

/**
 * Finds the properties of a file that a conversion could drop.
 * @throws ConversionError, ServiceError `queue.pool_saturated`, or the signal's reason
 */
export type TraitProbe = (file: ProbeRequest, signal: AbortSignal) => Promise<Traits>;

/** Probes files in worker processes, because a malicious file can only crash one of those. */
export function traitProbeWith(runner: Pick<Runner, 'run'>): TraitProbe {
  return async ({ inputPath, fileName }, signal) => {
    const facts = await stat(inputPath);
    // Reading a device or a named pipe may never end.
    if (!facts.isFile()) return {};
    const format = effectiveFormat(await sniffFormat(inputPath), fileName) ?? formatOfFileName(fileName);
    if (format === undefined) return {};
    const engine = probeEngine(format);
    const work = {
      tool: 'convert',
      engine,
      from: format,
      to: format,
      options: {},
      inputPath,
      fileName,
    } as const;
    // Probing writes no output.
    const { traits } = await runner.run({ ...work, inputBytes: facts.size, outputPath: '' }, signal);
    return traits ?? {};
  };
}
