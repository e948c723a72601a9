import { readFile } from 'node:fs/promises';
import { StandaloneService, withPrograms } from '../../test/support/service/standalone.ts';
import { type MatrixCase, programOf } from './matrixCases.ts';
import { proofs } from './proofs.ts';

/** The verdict on one case; `fault` is the reason why it isn't proven. */
export interface CaseResult {
  readonly tested: MatrixCase;
  readonly fault: string | undefined;
}

const parallelCases = 2;

/** For each case, converts a sample with the service that chooses the case's engine, and checks the output. */
export async function proveCases(cases: readonly MatrixCase[]): Promise<CaseResult[]> {
  for (const prepare of new Set(cases.map(({ engine }) => proofs[engine]?.prepare))) await prepare?.();
  const alone = await StandaloneService.start();
  const equipped = await StandaloneService.start([], withPrograms);
  const results: CaseResult[] = [];
  const pending = cases.values();
  const proveNext = async (): Promise<void> => {
    for (const tested of pending) {
      const service = programOf(tested) === undefined ? alone : equipped;
      results.push({ tested, fault: await faultOf(service, tested) });
    }
  };
  try {
    await Promise.all(Array.from({ length: parallelCases }, proveNext));
  } finally {
    await Promise.all([alone.stop(), equipped.stop()]);
  }
  return results;
}

async function faultOf({ api }: StandaloneService, tested: MatrixCase): Promise<string | undefined> {
  const { tool, engine, from, to, options } = tested;
  const proof = proofs[engine];
  if (proof === undefined) return `no proof of ${engine}`;
  try {
    const sample = proof.sample(from, to);
    const { output } =
      tool === 'convert' ? await api.convert(sample, to, options) : await api.compress(sample);
    const source = await readFile(sample);
    // FFmpeg’s samples are so short that some can’t become smaller.
    const isSmaller = output.length < source.length || (engine === 'ffmpeg' && output.equals(source));
    if (tool === 'compress' && !isSmaller) return `${source.length} → ${output.length} bytes`;
    await proof.check({ engine, from, to, source, output });
    return undefined;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return text.replaceAll(/\s+/g, ' ').slice(0, 500) || 'unknown';
  }
}
