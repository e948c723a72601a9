import assert from 'node:assert/strict';
import { pandocTargets } from '../../../src/engines/programs/pandoc/pandoc.ts';
import { document } from '../../../test/support/service/fixtures.ts';
import { markupText } from '../decoders/markup.ts';
import { assertInOrder } from '../assertInOrder.ts';
import { isMarked } from '../programs/markupMarks.ts';
import { address, headings, makeMarkupSamples, markupSamples, words } from '../programs/markupSamples.ts';
import type { Check, Proofs } from '../proofs.ts';

interface Expected {
  /** Must occur in this order. */
  readonly phrases: readonly string[];
  readonly heading?: string;
  readonly bold?: string;
  readonly link?: string;
}

const voyage: Expected = {
  phrases: (
    'The harbour|bold words|a link|Grüße|Γειά σου Κόσμε|Привет|مرحبا بالعالم|שלום עולם|你好|こんにちは|안녕|🎉|' +
    'What we took|rope|rye|water|sail|does not drown|apples|green|pears|ripe|wait|The end|After a break'
  ).split('|'),
  heading: 'The harbour',
  bold: 'bold words',
  link: 'https://example.org/map',
};
const voyages = ['md', 'html', 'docx', 'odt', 'epub', 'tex'];
const [first, second] = headings;
const sky: Expected = {
  phrases: [first, ...words, 'one', 'two', 'map', second, 'The end'],
  heading: first,
  bold: 'two',
  link: address,
};
const table: Expected = { phrases: [first, second, ...words, 'two', 'The end'] };

/** The expected content for source formats whose sample doesn't contain everything. */
const expectations: Readonly<Record<string, Expected>> = {
  ...Object.fromEntries(voyages.map((format) => [format, voyage])),
  csv: table,
};

/**
 * The words are in order according to another program, if there is one, and the markup is that of the target's
 * language.
 */
const sameText: Check = async ({ from, to, output }) => {
  const { phrases, heading, bold, link } = expectations[from] ?? sky;
  assertInOrder(phrases, await markupText(output, to));
  const source = output.toString();
  if (heading !== undefined) assert.ok(isMarked(source, to, 'heading', heading), 'no heading');
  if (bold !== undefined) assert.ok(isMarked(source, to, 'bold', bold), 'nothing bold');
  if (link !== undefined && to !== 'txt') assert.ok(source.includes(link), 'no link');
};

const samples = {
  ...markupSamples(words),
  ...Object.fromEntries(voyages.map((format) => [format, document(`voyage.${format}`)])),
};

export const pandocProofs: readonly Proofs[] = [
  {
    engine: 'pandoc',
    kind: (to) => (to === 'fb2' ? 'ebooks' : 'documents'),
    prepare: makeMarkupSamples,
    samples,
    checks: Object.fromEntries(Object.keys(pandocTargets).map((format) => [format, sameText])),
  },
];
