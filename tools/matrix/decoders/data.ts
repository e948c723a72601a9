import { execFile } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod/mini';
import { debianPython } from '../../../test/support/debianPython.ts';
import { decodeParquet } from './parquet.ts';

const script = path.join(import.meta.dirname, 'data.py');

export type DataValue = z.infer<ReturnType<typeof z.json>>;

/** The content of a data file according to Python, and of a Parquet file according to Rust. */
export async function decodeData(content: Buffer, format: string): Promise<DataValue> {
  if (format === 'parquet') return z.json().parse(decodeParquet(content));
  const stdout = await new Promise<string>((resolve, reject) => {
    const options = { maxBuffer: 1 << 26, env: { ...process.env, PYTHONIOENCODING: 'utf-8' } };
    const child = execFile(debianPython, [script, format], options, (error, out, err) => {
      if (error) reject(new Error(`Python can’t read the ${format}: ${err.trim().split('\n').at(-1)}`));
      else resolve(out);
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(content);
  });
  return z.json().parse(JSON.parse(stdout));
}
