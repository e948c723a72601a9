import { execFile } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod/mini';
import { debianPython } from '../../../test/support/debianPython.ts';

const script = path.join(import.meta.dirname, 'notebook.py');

const cell = z.looseObject({
  cell_type: z.string(),
  source: z.string(),
  outputs: z.optional(
    z.array(z.looseObject({ output_type: z.string(), data: z.optional(z.record(z.string(), z.json())) })),
  ),
});

/** The cells of a notebook, according to Jupyter's own library, which also validates it. */
export async function decodeNotebook(content: Buffer): Promise<z.infer<typeof cell>[]> {
  return z.array(cell).parse(JSON.parse(await byPython('cells', content)));
}

/** The syntax tree of a Python script, according to Python. */
export async function syntaxTree(source: string): Promise<string> {
  return byPython('python', Buffer.from(source));
}

async function byPython(mode: 'cells' | 'python', content: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 1 << 26, env: { ...process.env, PYTHONIOENCODING: 'utf-8' } };
    const child = execFile(debianPython, [script, mode], options, (error, out, err) => {
      if (error) reject(new Error(`Python can’t read it: ${err.trim().split('\n').at(-1)}`));
      else resolve(out);
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(content);
  });
}
