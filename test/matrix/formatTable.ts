import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../support/paths.ts';
import { kinds } from './proofs.ts';
import { kindOf, rows } from './rows.ts';

const readmePath = path.join(root, 'README.md');
const start = '<!-- formats: written by `npm run matrix -- --write` -->';
const end = '<!-- /formats -->';

/** What README.md is, and what it would be with its table of formats made anew from the registry. */
export async function readmeWithTable(): Promise<{ current: string; fresh: string }> {
  const current = await readFile(readmePath, 'utf8');
  const [before, rest] = halves(current, start);
  const [, after] = halves(rest, end);
  const fresh = `${before}${start}\n\n${formatTable()}\n\n${end}${after}`;
  const config = await resolveConfig(readmePath);
  return { current, fresh: await format(fresh, { ...config, parser: 'markdown' }) };
}

export async function writeTable(): Promise<void> {
  await writeFile(readmePath, (await readmeWithTable()).fresh);
}

function halves(text: string, marker: string): [string, string] {
  const at = text.indexOf(marker);
  if (at === -1) throw new Error(`README.md has lost its marker ${marker}`);
  return [text.slice(0, at), text.slice(at + marker.length)];
}

function formatTable(): string {
  const lines = kinds.flatMap((kind) => {
    const ofKind = rows.filter((row) => kindOf(row) === kind);
    const conversions = ofKind.filter(({ tool }) => tool === 'convert');
    const compressed = ofKind.filter(({ tool }) => tool === 'compress').map(({ from }) => from);
    return [
      ...groups(conversions).map(([sources, targets]) => [kind, names(sources), names(targets)]),
      ...(compressed.length === 0 ? [] : [[kind, names(compressed), 'itself, compressed']]),
    ];
  });
  return ['| | From | To |', '|---|---|---|', ...lines.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

/** Sources with the targets that they share; a source need not name itself among them. */
function groups(conversions: readonly { from: string; to: string }[]): [string[], string[]][] {
  const byTargets = new Map<string, [string[], string[]]>();
  for (const source of new Set(conversions.map(({ from }) => from))) {
    const targets = conversions.filter(({ from }) => from === source).map(({ to }) => to);
    const isTarget = conversions.some(({ to }) => to === source);
    const all = [...targets, ...(isTarget ? [source] : [])].toSorted();
    const group = byTargets.get(all.join()) ?? [[], all];
    group[0].push(source);
    byTargets.set(all.join(), group);
  }
  return [...byTargets.values()];
}

function names(formats: readonly string[]): string {
  return formats.map((format) => (format === 'webp' ? 'WebP' : format.toUpperCase())).join(', ');
}
