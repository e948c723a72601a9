import { readFile } from 'node:fs/promises';
import type { ApiCaller } from '../../test/support/service/apiCaller.ts';
import { proofsOf, type Row } from './rows.ts';

/** The verdict on one row; `fault` is the reason why it isn't proven. */
export interface Verdict {
  readonly row: Row;
  readonly fault: string | undefined;
}

const parallelRows = 2;

/** Converts a sample with each row at its service, and checks the output. */
export async function proveRows(apiOf: (row: Row) => ApiCaller, rows: readonly Row[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [prepare, ofIt] of Map.groupBy(rows, (row) => proofsOf(row)?.prepare)) {
    await prepare?.(new Set(ofIt.map((row) => proofsOf(row)?.samples[row.from] ?? '')));
  }
  const pending = rows.values();
  const proveNext = async (): Promise<void> => {
    for (const row of pending) verdicts.push({ row, fault: await faultOf(apiOf(row), row) });
  };
  await Promise.all(Array.from({ length: parallelRows }, proveNext));
  return verdicts;
}

async function faultOf(api: ApiCaller, row: Row): Promise<string | undefined> {
  const { tool, from, to, options } = row;
  const proofs = proofsOf(row);
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
