import { globSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';
import { type Section, sectionsOf } from './page.ts';

const pages = new Map(
  globSync('*.md', { cwd: path.join(root, 'docs') }).map((page) => [page, sectionsOf(page)]),
);

/**
 * The broken citations in a source file. `api.md, Errors 2` cites a page of `docs/`, a heading on it, and optionally a
 * rule below the heading; `1 and 3` and `2 to 4` cite several rules. A citation may continue on the next line of a
 * comment.
 */
export function strayCitations(source: string): string[] {
  const text = source.replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ');
  const broken = [...text.matchAll(/\b([\w-]+\.md), (?=[A-Z])/g)].filter(
    ({ index, 0: found, 1: page = '' }) => {
      const rest = text.slice(index + found.length);
      return !pages.get(page)?.some((section) => leadsTo(section, rest));
    },
  );
  return broken.map(({ index }) => text.slice(index, index + 60));
}

/** True if the text after a page's name starts with this heading and cites only existing rules. */
function leadsTo({ heading, rules }: Section, rest: string): boolean {
  if (!rest.startsWith(heading)) return false;
  const numbers = /^((?: \d+(?: (?:and|to))?)*)(?!\w)/.exec(rest.slice(heading.length))?.[1];
  return numbers !== undefined && (numbers.match(/\d+/g) ?? []).every((number) => rules.has(number));
}
