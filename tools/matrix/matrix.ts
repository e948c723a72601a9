import { readFile } from 'node:fs/promises';
import type { ApiCaller } from '../../test/support/service/apiCaller.ts';
import { proofsOf, type MatrixCase } from './matrixCases.ts';

/** The verdict on one case; `fault` is the reason why it isn't proven. */
export interface CaseResult {
  readonly tested: MatrixCase;
  readonly fault: string | undefined;
}

const parallelCases = 2;

/** For each case, converts a sample at the case's service, and checks the output. */
export async function proveCases(
  apiOf: (tested: MatrixCase) => ApiCaller,
  cases: readonly MatrixCase[],
): Promise<CaseResult[]> {
  const verdicts: CaseResult[] = [];
  for (const [prepare, ofIt] of Map.groupBy(cases, (tested) => proofsOf(tested)?.prepare)) {
    await prepare?.(new Set(ofIt.map((tested) => proofsOf(tested)?.samples[tested.from] ?? '')));
  }
  const pending = cases.values();
  const proveNext = async (): Promise<void> => {
    for (const tested of pending) verdicts.push({ tested, fault: await faultOf(apiOf(tested), tested) });
  };
  await Promise.all(Array.from({ length: parallelCases }, proveNext));
  return verdicts;
}

async function faultOf(api: ApiCaller, tested: MatrixCase): Promise<string | undefined> {
  const { tool, from, to, options } = tested;
  const proofs = proofsOf(tested);
  const sample = proofs?.samples[from];
  const check = proofs?.checks[to];
  if (sample === undefined) return `no sample of ${from}`;
  if (check === undefined) return `no check of ${to}`;
  try {
    const { output } =
      tool === 'convert' ? await api.convert(sample, to, options) : await api.compress(sample);
    await check({ from, to, source: await readFile(sample), output });
    return undefined;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return text.replaceAll(/\s+/g, ' ').slice(0, 500) || 'unknown';
  }
}
