import { parse } from '@babel/parser';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LintFinding } from './sources.ts';

/** Text for people: a comment, a line of a document, or a string of the user interface. */
export interface Prose {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Phrases that read like a translation, with suggestions. docs/writing.md has the rules. */
const phrases: readonly (readonly [phrase: RegExp, suggestion: string])[] = [
  [/\banew\b/i, 'again, or a verb such as re-encode, reopen or rewrite'],
  [/\bby (?:itself|themselves)\b/i, 'automatically, on its own, or alone'],
  [/\bfor ever\b/i, 'forever'],
  [/\bgo(?:es)? on with\b/i, 'continue or resume'],
  [/\bin the place of\b/i, 'instead of'],
  [/\bat hand\b/i, 'available or current'],
  [/\bbe (?:it|they)\b/i, 'even if, or whether'],
  [/\b(?:tells?|told) of\b/i, 'report, list or describe'],
  [/\bwhat (?:became|becomes|comes) of\b/i, 'the result, the status or the outcome'],
  [/\bwhoever\b/i, 'the caller, the user, or whoever it is'],
];

/** Comments with such a beginning rarely name what they are about. */
const vagueOpening = /^(?:What|Whether|Where|How|Of|Those|Who)\b/;

const maxVagueShare = 0.03;

/** Checks the comments, documents and strings below a folder against docs/writing.md. */
export function findProse(folder: string): LintFinding[] {
  const read = (patterns: readonly string[], textsOf: (file: string, content: string) => Prose[]): Prose[] =>
    globSync(patterns, { cwd: folder, exclude: ['**/node_modules/**', 'test/fixtures/**'] })
      .map((file) => file.split(path.sep).join('/'))
      .flatMap((file) => textsOf(file, readFileSync(path.join(folder, file), 'utf8')));

  const comments = read(['{src,test,tools}/**/*.ts', '*.mjs'], commentsIn);
  const documents = read(['*.md', '{docs,.github}/**/*.md'], linesOf);
  const strings = read(['package.nls.json', 'l10n/bundle.l10n.de.json'], linesOf);
  return [...findPhrases([...comments, ...documents, ...strings]), ...findVagueOpenings(comments)];
}

/** The comments in code, without comment marks and indentation. Consecutive line comments count as one. */
export function commentsIn(file: string, code: string): Prose[] {
  const { comments } = parse(code, {
    sourceType: 'module',
    plugins: ['typescript'],
    attachComment: false,
    errorRecovery: true,
  });
  const found: Prose[] = [];
  let nextLine: number | undefined;
  for (const { type, value, loc } of comments ?? []) {
    if (loc === undefined || loc === null) continue;
    const last = found.at(-1);
    if (type === 'CommentLine' && last !== undefined && loc.start.line === nextLine) {
      found[found.length - 1] = { ...last, text: `${last.text}${value}` };
    } else {
      const text = value.replaceAll(/^[*\s]+|\s*\n\s*\*?\s*/g, ' ').trim();
      found.push({ file, line: loc.start.line, text });
    }
    nextLine = type === 'CommentLine' ? loc.end.line + 1 : undefined;
  }
  return found;
}

/** Finds unusual phrases, except in backticks and in tables of what not to write. */
export function findPhrases(texts: readonly Prose[]): LintFinding[] {
  return texts.flatMap(({ file, line, text }) => {
    const words = text.replaceAll(/`[^`]*`/g, '');
    return phrases.flatMap(([phrase, suggestion]) => {
      const [found] = phrase.exec(words) ?? [];
      return found === undefined
        ? []
        : [{ file, line, message: `“${found}” is unusual. Use ${suggestion}.` }];
    });
  });
}

/** Finds the comments with a vague opening, if they are more than a few percent of all comments. */
export function findVagueOpenings(comments: readonly Prose[]): LintFinding[] {
  const vague = comments.filter(({ text }) => vagueOpening.test(text));
  if (vague.length <= comments.length * maxVagueShare) return [];
  return vague.map(({ file, line, text }) => ({
    file,
    line,
    message: `“${text.slice(0, 30)}…” is one of ${vague.length} vague openings. Name the thing first.`,
  }));
}

function linesOf(file: string, content: string): Prose[] {
  return content.split('\n').map((text, index) => ({ file, line: index + 1, text }));
}
