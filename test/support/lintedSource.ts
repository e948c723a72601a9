import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Source, withSources } from '../../tools/lint/sources.ts';

/** Calls `use` with the only file of a new project in the folder, which contains this text. */
export async function lintedSource<T>(
  folder: string,
  text: string,
  use: (source: Source) => T | Promise<T>,
): Promise<T> {
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  const compilerOptions = { strict: true, target: 'es2024', noUncheckedIndexedAccess: true, types: [] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  writeFileSync(path.join(folder, 'src/linted.ts'), text);
  return withSources(folder, ([source]) => {
    if (source === undefined) throw new Error('The project has no source file');
    return use(source);
  });
}
