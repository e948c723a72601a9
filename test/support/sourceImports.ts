import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type ImportKind = 'static' | 'type' | 'dynamic';

interface Import {
  /** A path from the root of the repository, or the name of a package. */
  readonly name: string;
  readonly kind: ImportKind;
}

/** The imports of each source file. */
export const imports: ReadonlyMap<string, readonly Import[]> = new Map(
  globSync('src/**/*.ts')
    .map((file) => file.split(path.sep).join('/'))
    .map((file) => [file, importsOf(file)]),
);

/** The source files that a file imports, directly or through others. Contains `start` only if it is part of a cycle. */
export function reachedFrom(start: string, kinds: readonly ImportKind[] = ['static']): string[] {
  const found = new Set<string>();
  const pending = [start];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const { name, kind } of imports.get(at) ?? []) {
      if (!kinds.includes(kind) || !name.startsWith('src/') || found.has(name)) continue;
      found.add(name);
      pending.push(name);
    }
  }
  return [...found];
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const found: Import[] = [];
  for (const [, clause = '', name = ''] of text.matchAll(
    /^(?:import|export)\b([^;'"]*?)from\s+'([^']+)'/gms,
  )) {
    found.push({ name: resolve(file, name), kind: isTypeOnly(clause) ? 'type' : 'static' });
  }
  for (const [, name = ''] of text.matchAll(/^import\s+'([^']+)'/gm)) {
    found.push({ name: resolve(file, name), kind: 'static' });
  }
  for (const [, name = ''] of text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)) {
    found.push({ name: resolve(file, name), kind: 'dynamic' });
  }
  return found;
}

/** True for `import type …`, and for a list in which every name is marked as a type. */
function isTypeOnly(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const names = /\{([^}]*)\}/
    .exec(clause)?.[1]
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return !/^\s*\w/.test(clause) && names !== undefined && names.every((name) => name.startsWith('type '));
}

function resolve(file: string, name: string): string {
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name;
}
