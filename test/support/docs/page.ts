import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';

/** The cells of a table row, without backticks. */
type Row = readonly string[];

/** The content under a heading of a page of `docs/`. */
export interface Section {
  readonly heading: string;
  /** The numbered rules, each with the rows of its table if it has one. */
  readonly rules: ReadonlyMap<string, readonly Row[]>;
  /** The rows of a table that doesn't belong to a rule. */
  readonly rows: readonly Row[];
}

/** The sections of a page of `docs/`, such as `api.md`. */
export function sectionsOf(page: string): Section[] {
  const text = readFileSync(path.join(root, 'docs', page), 'utf8');
  return text
    .split(/^#{2,} /m)
    .slice(1)
    .map((section) => ({
      heading: section.split('\n', 1)[0]?.trim() ?? '',
      rules: rulesIn(section),
      rows: rowsIn(section, /^\|/),
    }));
}

function rulesIn(section: string): Map<string, Row[]> {
  const rules = section.split(/^(?=\d+\. )/m).slice(1);
  return new Map(rules.map((rule) => [rule.split('.', 1)[0] ?? '', rowsIn(rule, /^ +\|/)]));
}

/** The rows of tables whose lines match `begin`, without the header rows. */
function rowsIn(text: string, begin: RegExp): Row[] {
  const lines = text.split('\n').filter((line) => begin.test(line));
  return lines
    .filter((line, index) => !isDelimiter(line) && !isDelimiter(lines[index + 1]))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('`', '').trim()),
    );
}

/** True for the line between a table's header and its rows. */
function isDelimiter(line: string | undefined): boolean {
  return /^\s*\|[\s|:-]+$/.test(line ?? '');
}
