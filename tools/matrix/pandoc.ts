import assert from 'node:assert/strict';
import type { Check } from './check.ts';
import { sameDocument } from './documents.ts';
import { ownValue } from '../../src/util/ownValue.ts';

/** The markup of a heading, and of bold words if that isn’t unique, in the languages that no other program reads. */
const headings: Readonly<Record<string, string>> = {
  context: '\\\\(?:sub)*section\\[title=\\{%\\}',
  dokuwiki: '^=+ % =+$[^]*\\*\\*',
  icml: 'ParagraphStyle/Header\\d(?:(?!ParagraphStyleRange)[^])*<Content>%</Content>',
  jira: '^h\\d\\. (\\{anchor:[^}]*\\})?%$',
  md: '^#+ %$',
  mediawiki: "^=+ ?% ?=+$[^]*'''",
  muse: '^\\*+ %$',
  org: '^\\*+ %$',
  tex: '\\\\(?:sub)*section\\{%\\}',
  textile: '^h\\d(\\([^)]*\\))?\\. %$',
  xwiki: '^=+ ?% ?(\\{\\{id name="[^"]*" /\\}\\})? ?=+$',
  zimwiki: '^=+ % =+$',
};

/** The words are in order, and the output is written in the target's language, with the link. */
export const sameMarkup: Check = async (converted) => {
  await sameDocument(converted);
  const { from, to, output } = converted;
  const heading = ownValue(headings, to)?.replace('%', '(The harbour|Northern lights)');
  if (from === 'csv' || heading === undefined) return;
  assert.match(output.toString(), new RegExp(heading, 'm'));
  assert.ok(output.includes('https://example.org/map'), 'no link');
};
