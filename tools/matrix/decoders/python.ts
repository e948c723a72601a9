import { execFile } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod/mini';
import { debianPython } from '../../../test/support/debianPython.ts';

export type DataValue = z.infer<ReturnType<typeof z.json>>;

/** The content of a data file, according to Python. */
export async function decodeData(content: Buffer, format: string): Promise<DataValue> {
  return z.json().parse(JSON.parse(await byPython('data.py', format, content)));
}

const cell = z.looseObject({
  cell_type: z.string(),
  source: z.string(),
  outputs: z.optional(
    z.array(z.looseObject({ output_type: z.string(), data: z.optional(z.record(z.string(), z.json())) })),
  ),
});

/** The cells of a notebook, according to Jupyter's own library, which also validates it. */
export async function decodeNotebook(content: Buffer): Promise<z.infer<typeof cell>[]> {
  return z.array(cell).parse(JSON.parse(await byPython('notebook.py', 'cells', content)));
}

/** The syntax tree of a Python script, according to Python. */
export async function syntaxTree(source: string): Promise<string> {
  return byPython('notebook.py', 'python', Buffer.from(source));
}

async function byPython(script: string, mode: string, content: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 1 << 26, env: { ...process.env, PYTHONIOENCODING: 'utf-8' } };
    const args = [path.join(import.meta.dirname, script), mode];
    const child = execFile(debianPython, args, options, (error, out, err) => {
      if (error) reject(new Error(`Python can’t read the ${mode}: ${err.trim().split('\n').at(-1)}`));
      else resolve(out);
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(content);
  });
}
