import assert from 'node:assert/strict';
import { calibreTargets } from '../../../src/localService/converters/programs/calibreFormats.ts';
import { devices } from '../../../src/localService/converters/programs/ghostscriptFormats.ts';
import { families } from '../../../src/localService/converters/programs/libreOfficeFormats.ts';
import { pandocTargets } from '../../../src/localService/converters/programs/pandocFormats.ts';
import { inspect } from '../../support/service/raster.ts';
import {
  bookSamples,
  drawingSamples,
  makeBookSamples,
  makeOfficeSamples,
  makePageSamples,
  makePandocSamples,
  pageSamples,
  sheetSamples,
  slideSamples,
  textSamples,
} from '../programs/documentSamples.ts';
import { documentText } from '../programs/documentText.ts';
import { headings, words } from '../programs/markupSamples.ts';
import type { Check, Kind, Proofs } from '../proofs.ts';

const ebooks = new Set<string>([...calibreTargets, 'epub', 'fb2']);
for (const document of ['docx', 'rtf', 'txt']) ebooks.delete(document);
const kind = (to: string): Kind => (ebooks.has(to) ? 'ebooks' : 'documents');
const pictures = new Set(['png', 'jpg', 'bmp', 'pcx', 'ppm', 'pgm', 'pbm', 'psd', 'tiff']);

/** Every word of the sample stands in the output. */
const holds =
  (writer: string, expected: readonly string[]): Check =>
  async ({ to, output }) => {
    const text = await documentText(output, to, writer);
    const missing = expected.filter((each) => !text.includes(each));
    assert.deepEqual(missing, [], text.slice(0, 300));
  };

/** A picture that is large enough to show something, and not all of one colour. */
const picture: Check = async ({ to, output }) => {
  const { width, height } = await inspect(output, to);
  assert.ok(width > 50 && height > 50, `${width} × ${height}`);
};

const each = (formats: Iterable<string>, check: (to: string) => Check): Record<string, Check> =>
  Object.fromEntries([...formats].map((to) => [to, check(to)]));

const libreOfficeCheck =
  (to: string): Check =>
  async (converted) => {
    if (pictures.has(to)) return picture(converted);
    if (Object.hasOwn(families.drawing.sources, converted.from)) return drawing(converted);
    const expected =
      Object.hasOwn(sheetSamples, converted.from) && !Object.hasOwn(textSamples, converted.from)
        ? ['amount', '1234567']
        : [...headings, ...words];
    return holds('libreOffice', converted.from === 'csv' ? ['Germany', 'Ελλάδα'] : expected)(converted);
  };

const drawing: Check = async ({ to, output }) => {
  await documentText(output, to, 'libreOffice');
};

export const documentProgramProofs: readonly Proofs[] = [
  {
    engine: 'pandoc',
    kind,
    prepare: makePandocSamples,
    samples: bookSamples,
    checks: each(Object.keys(pandocTargets), () => holds('pandoc', [...headings, ...words])),
  },
  {
    engine: 'libreOffice',
    kind,
    prepare: makeOfficeSamples,
    samples: { ...textSamples, ...slideSamples, ...drawingSamples, ...sheetSamples },
    checks: each(
      Object.values(families).flatMap(({ targets }) => Object.keys(targets)),
      libreOfficeCheck,
    ),
  },
  {
    engine: 'calibre',
    kind,
    prepare: makeBookSamples,
    samples: bookSamples,
    checks: each(calibreTargets, () => holds('calibre', [...headings, ...words])),
  },
  {
    engine: 'ghostscript',
    kind: (to) => (pictures.has(to) ? 'images' : 'documents'),
    prepare: makePageSamples,
    samples: pageSamples,
    checks: each(Object.keys(devices), (to) => (pictures.has(to) ? picture : holds('ghostscript', []))),
  },
];
