import { globSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';
import { type Section, sectionsOf } from './page.ts';

const pages = new Map(
  globSync('*.md', { cwd: path.join(root, 'docs') }).map((page) => [page, sectionsOf(page)]),
);

/** Patterns of citations that don't name the page in `docs/` that they refer to. */
const unnamed = [
  /\brules? \d+/gi,
  /\b(?:house|API) document\b/gi,
  /\bservice-api\.md\b/gi,
  /\((?:Authentication|Credits|Credits and retention|Endpoints|Entitlements|Errors|Jobs|Limits|Request rate limits)[,;)]/g,
  /\b(?:Recommended client behaviou?r|Resources and their fields|States and transitions|Tier limits)\b/g,
  /\b(?:What the service does|Versioning), \d/g,
];

/**
 * The broken citations in a source file. `api.md, Errors 2` cites a page of `docs/`, a heading on it, and optionally a
 * rule below the heading; `1 and 3` and `2 to 4` cite several rules. A citation may continue on the next line of a
 * comment.
 */
export function strayCitations(source: string): string[] {
  const text = source.replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ');
  const cited = [...text.matchAll(/\b([\w-]+\.md), (?=[A-Z])/g)].filter(
    ({ index, 0: found, 1: page = '' }) => {
      const rest = text.slice(index + found.length);
      return !pages.get(page)?.some((section) => leadsTo(section, rest));
    },
  );
  return [
    ...cited.map(({ index }) => text.slice(index, index + 60)),
    ...unnamed.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found)),
  ];
}

/** True if the text after a page's name starts with this heading and cites only existing rules. */
function leadsTo({ heading, rules }: Section, rest: string): boolean {
  if (!rest.startsWith(heading)) return false;
  const numbers = /^((?: \d+(?: (?:and|to))?)*)(?!\w)/.exec(rest.slice(heading.length))?.[1];
  return numbers !== undefined && (numbers.match(/\d+/g) ?? []).every((number) => rules.has(number));
}
