import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'oxfmt';
import { type Format, formatKinds, inEnglish } from '../../src/contract/formats/format.ts';
import { formatById, formats } from '../../src/contract/formats/table.ts';
import { type ProgramId, programIds, programs } from '../../src/engines/programs/programs.ts';
import { root } from '../../test/support/paths.ts';
import { kindOf, programOf, matrixCases } from './matrixCases.ts';

const page = 'docs/formats.md';
const pagePath = path.join(root, page);
const start = '<!-- formats: written by `npm run matrix -- --write` -->';
const end = '<!-- /formats -->';

/** The current content of docs/formats.md, and its content with the tables regenerated from the registry. */
export async function formatsPage(): Promise<{ current: string; fresh: string }> {
  const current = await readFile(pagePath, 'utf8');
  const [before, rest] = halves(current, start);
  const [, after] = halves(rest, end);
  const fresh = `${before}${start}\n\n${formatTables()}\n\n${end}${after}`;
  return { current, fresh: (await format(pagePath, fresh)).code };
}

export async function writeFormatsPage(): Promise<void> {
  await writeFile(pagePath, (await formatsPage()).fresh);
}

function halves(text: string, marker: string): [string, string] {
  const at = text.indexOf(marker);
  if (at === -1) throw new Error(`Missing marker in ${page}: ${marker}`);
  return [text.slice(0, at), text.slice(at + marker.length)];
}

interface Pair {
  readonly from: string;
  readonly to: string;
}

function formatTables(): string {
  const helpers = programIds.map((id) => programs[id].name);
  const more = `## With ${listText.format(helpers)}\n\n${formatTable(programIds)}`;
  return [formatTable([undefined]), more, `## Names\n\n${nameTable()}`].join('\n\n');
}

const listText = new Intl.ListFormat('en');

function formatTable(workers: readonly (ProgramId | undefined)[]): string {
  const parts = workers.flatMap((program) => formatKinds.map((kind) => ({ kind, program })));
  const lines = parts.flatMap(({ kind, program }) => {
    const title = program === undefined ? kind : `${programs[program].name}: ${kind}`;
    const ofKind = matrixCases.filter((tested) => kindOf(tested) === kind && programOf(tested) === program);
    const conversions = ofKind.filter(({ tool }) => tool === 'convert');
    const compressed = ofKind.filter(({ tool }) => tool === 'compress').map(({ from }) => from);
    return [
      ...groups(conversions).map(([sources, targets]) => [title, names(sources), names(targets)]),
      ...(compressed.length === 0 ? [] : [[title, names(compressed), 'the same format, compressed']]),
    ];
  });
  return ['| | From | To |', '|---|---|---|', ...lines.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

/**
 * Groups of sources with the same targets. A group that contains its own targets means all formats of the group except
 * the source itself.
 */
function groups(conversions: readonly Pair[]): [string[], string[]][] {
  const targetsOf = (source: string): string[] =>
    conversions
      .filter(({ from }) => from === source)
      .map(({ to }) => to)
      .toSorted();
  const sources = [...new Set(conversions.map(({ from }) => from))];
  const byTargets = new Map<string, [string[], string[]]>();
  for (const source of sources) {
    const own = targetsOf(source);
    const isShared = sources.some((other) => other !== source && targetsOf(other).join() === own.join());
    const isTarget = conversions.some(({ to }) => to === source);
    const shown = isShared || !isTarget ? own : [...own, source].toSorted();
    const group = byTargets.get(shown.join()) ?? [[], shown];
    group[0].push(source);
    byTargets.set(shown.join(), group);
  }
  return [...byTargets.values()].map(([group, shown]) => [
    group,
    group.length > 1 ? shown : shown.filter((target) => target !== group[0]),
  ]);
}

function names(formats: readonly string[]): string {
  return formats.map(writtenName).join(', ');
}

/** A format's name in capitals, like its extension, unless the format has its own spelling of the same name. */
function writtenName(format: string): string {
  const [capitals, name] = [format.toUpperCase(), inEnglish(formatById(format)?.name ?? '')];
  return name.toUpperCase() === capitals ? name : capitals;
}

/** The names of all formats that can be converted here. */
function nameTable(): string {
  const converted = new Set(matrixCases.flatMap(({ from, to }) => [from, to]));
  const lines = formats.filter(({ id }) => converted.has(id)).map(line);
  return ['| | Name | Extensions | Media type |', '|---|---|---|---|', ...lines].join('\n');
}

function line({ id, name, aliases = [], extensions = [], mediaType }: Format): string {
  const files = [id, ...extensions].map((extension) => `\`.${extension}\``).join(', ');
  return `| ${id.toUpperCase()} | ${[name, ...aliases].map(inEnglish).join('; ')} | ${files} | \`${mediaType}\` |`;
}
