// Every built-in engine, checked without Debian's programs: results are read by npm packages, Node, or Python.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { engines } from '../../src/engines/index.ts';
import { extraction } from '../../src/engines/archives/archives.ts';
import { pdfPages } from '../../src/engines/pdf/pdf.ts';
import { extractBeside } from '../../src/vscode/convert/extraction.ts';
import { LocalService } from '../../src/vscode/localService/localService.ts';
import { leaves } from '../../tools/matrix/data.ts';
import { inOrder, tokensOf } from '../../tools/matrix/words.ts';
import {
  codeIn,
  csvRows,
  cuesIn,
  digestOf,
  factsByPython,
  glyphsIn,
  markdownFacts,
  picturesIn,
  tarEntries,
  waveFacts,
  wordFacts,
  workbookRows,
  zipEntries,
} from '../support/service/contentFacts.ts';
import {
  assertSimilar,
  combines,
  compresses,
  converts,
  type EngineProof,
  probes,
  shows,
} from '../support/service/engineProof.ts';
import {
  archive,
  data,
  document,
  font,
  image,
  media,
  notebook,
  photo,
  sample,
  subtitle,
} from '../support/service/fixtures.ts';
import {
  filmByLibav,
  pageByPdfium,
  pagesByPdfjs,
  pixelsBySharp,
  textByPdfjs,
} from '../support/service/packagedDecoders.ts';
import { decodedAs } from '../support/service/decodedImage.ts';
import { pageOf } from '../support/service/pdfBuilder.ts';
import { type Raster, rasterOfPpm } from '../support/service/raster.ts';
import { bundle, StandaloneService } from '../support/service/standalone.ts';
import { useTemporaryFolder } from '../support/temporaryFolder.ts';

const sameAsPhoto = async (pixels: Raster, minPsnr?: number): Promise<void> =>
  assertSimilar(pixels, await pixelsBySharp(photo('png')), minPsnr);
const sameImage =
  (format: string) =>
  async (output: Uint8Array, source: Uint8Array): Promise<void> =>
    assertSimilar(await decodedAs(format, output), await decodedAs(format, source));

/** A page with a red square at the top left and a blue one at the bottom right, as a PDF and as pixels. */
const squaresPdf = {
  name: 'squares.pdf',
  bytes: pageOf('1 0 0 rg 0 100 100 100 re f 0 0 1 rg 100 0 100 100 re f'),
};
function squares(side: number): Raster {
  const colors = Array.from({ length: side * side }, (_, at) => {
    const [isLeft, isTop] = [2 * (at % side) < side, 2 * at < side * side];
    return isLeft === isTop ? [isTop ? 255 : 0, 0, isTop ? 0 : 255] : [255, 255, 255];
  });
  return { width: side, height: side, rgb: Buffer.from(colors.flat()) };
}

const region = { left: 64, top: 32, width: 256, height: 192 };
const scaledTo = { width: 128, height: 96 };
const coffeePart = async (): Promise<Raster> => {
  const part = sharp(sample('coffee.jpg')).extract(region);
  return pixelsBySharp(
    await part
      .resize({ ...scaledTo, fit: 'fill' })
      .png()
      .toBuffer(),
  );
};

const harbourSource = readFileSync(document('harbour.md'), 'utf8');
const { text: harbour, ...ofHarbour } = markdownFacts(harbourSource);
const harbourFacts = { ...ofHarbour, headings: ['The Voyage', ...ofHarbour.headings] };
/** Without the marks of the note, which markdown-it doesn't support. */
const wordsOf = (text: string): string[] => tokensOf(text.replaceAll(/\[\^1\]:?/g, ''));
const harbourWords = wordsOf(harbour);
/** Without Chinese, Japanese, and Korean, for which a computer may have no font. */
const withoutCjk = (text: string): string => text.replace(/CJK: [^.]+\. /, '');
const printable = { name: 'harbour.md', bytes: Buffer.from(withoutCjk(harbourSource)) };

const proofs: readonly EngineProof[] = [
  converts('converts a photo to WebP', photo('jpg'), 'webp', async (output) =>
    sameAsPhoto(await decodedAs('WEBP', output)),
  ),
  converts('converts a Photoshop file to PPM', photo('psd'), 'ppm', (output) =>
    sameAsPhoto(rasterOfPpm(output), 44),
  ),
  converts('converts a photo to a PDF', photo('jpg'), 'pdf', async (output) => {
    assert.equal((await pagesByPdfjs(output)).length, 1);
    await sameAsPhoto(await pageByPdfium(output, 0, 61, 43));
  }),
  converts(
    'converts a page to a picture',
    squaresPdf,
    'png',
    async (output) => assertSimilar(await decodedAs('PNG', output), squares(200), 40),
    { density: 72 },
  ),
  converts('converts a PDF to text', document('text.pdf'), 'txt', async (output, source) =>
    assert.deepEqual(tokensOf(output.toString()), tokensOf(await textByPdfjs(source))),
  ),
  converts('converts a PDF to Markdown', document('text.pdf'), 'md', async (output, source) => {
    const { text, ...facts } = markdownFacts(output.toString());
    assert.deepEqual(tokensOf(text), tokensOf(await textByPdfjs(source)));
    assert.deepEqual(facts, {
      headings: ['Words of the world', 'A table', 'The last page'],
      cells: ['pear', '12', 'apple', '345'],
      links: ['https://example.com/'],
      pictures: [],
    });
  }),
  converts('converts a table to a workbook', data('countries.csv'), 'xlsx', (output, source) =>
    assert.deepEqual(factsByPython(workbookRows, output), factsByPython(csvRows, source)),
  ),
  converts('converts a workbook to a table', data('ledger.xlsx'), 'csv', (output) =>
    assert.deepEqual(factsByPython(csvRows, output), [
      ['date', 'item', 'amount', 'paid', 'double', 'size'],
      ['2024-02-29', 'Ψωμί & γάλα, фунт', '12.5', 'true', '25', 'small & <fine>'],
      ['1999-12-31', 'שלום عالم', '-0.123456789012', 'false', '-0.246913578024', 'small & <fine>'],
      ['2026-11-21', '日本語 😀 "quoted"', '1234567', 'true', '2469134', 'big'],
      ['2000-01-01', '7', '', 'true', '0', 'small & <fine>'],
    ]),
  ),
  converts(
    'prints a table',
    { name: 'cities.csv', bytes: Buffer.from('city,people\nBern,134794\n') },
    'pdf',
    async (output) => {
      const [page, ...others] = await pagesByPdfjs(output);
      assert.deepEqual([tokensOf(page?.text ?? ''), others], [['city', 'people', 'Bern', '134794'], []]);
    },
  ),
  converts('converts a drawing to a PDF', sample('balloons.svg'), 'pdf', async (output, source) => {
    const paper = sharp(source, { density: 96 }).flatten({ background: 'white' });
    const expected = await pixelsBySharp(await paper.png().toBuffer());
    assertSimilar(await pageByPdfium(output, 0, expected.width, expected.height), expected, 30);
  }),
  converts('converts YAML to CSV', data('countries.yaml'), 'csv', (output) => {
    const rows = factsByPython('facts = list(csv.DictReader(io.StringIO(content.decode())))', output);
    const expected = leaves(JSON.parse(readFileSync(data('countries.json'), 'utf8')));
    assert.deepEqual(leaves(rows), expected);
  }),
  converts('converts subtitles', subtitle('harbour.srt'), 'vtt', (output, source) => {
    assert.equal(cuesIn(output).length, 4);
    assert.deepEqual(cuesIn(output), cuesIn(source));
  }),
  converts('converts a Word document to Markdown', document('harbour.docx'), 'md', (output) => {
    const { text, ...facts } = markdownFacts(output.toString());
    assert.deepEqual(facts, harbourFacts);
    inOrder(harbourWords, tokensOf(text));
  }),
  converts('converts Markdown to a Word document', document('harbour.md'), 'docx', (output) => {
    const { text, ...facts } = Object(factsByPython(wordFacts, output));
    assert.deepEqual(facts, harbourFacts);
    inOrder(harbourWords, tokensOf(text));
  }),
  converts('converts Markdown to a PDF', printable, 'pdf', async (output) => {
    const [page, ...others] = await pagesByPdfjs(output);
    // A link has an area on each line.
    assert.deepEqual([[...new Set(page?.links)], others], [ofHarbour.links, []]);
    // A word may be printed in several parts.
    const printed = page?.text.replaceAll(/\s/g, '') ?? '';
    let end = 0;
    for (const word of wordsOf(withoutCjk(harbour))) {
      const start = printed.indexOf(word, end);
      assert.ok(start >= end, `“${word}” is missing after “${printed.slice(0, end)}”`);
      end = start + word.length;
    }
  }),
  converts('converts a notebook to a script', notebook('harbour.ipynb'), 'py', (output, source) => {
    const syntax = 'facts = ast.dump(ast.parse(content))';
    assert.equal(factsByPython(syntax, output), factsByPython(syntax, codeIn(source)));
  }),
  converts('converts a font', font('dejavu.ttf'), 'woff2', (output, source) => {
    assert.equal(output.toString('latin1', 0, 4), 'wOF2');
    assert.deepEqual(glyphsIn(output), glyphsIn(source));
  }),
  converts('converts an archive', archive('tree.tar'), 'zip', (output, source) =>
    assert.deepEqual(factsByPython(zipEntries, output), factsByPython(tarEntries, source)),
  ),
  converts('converts FLAC to WAV', media('tone.flac'), 'wav', (output) =>
    assert.deepEqual(
      factsByPython(waveFacts, output),
      factsByPython(waveFacts, readFileSync(media('tone.wav'))),
    ),
  ),
  converts('moves a film to another container', media('clip.mp4'), 'mkv', async (output) => {
    // FFmpeg wrote the same film, with subtitles as the fourth track.
    const film = await filmByLibav(readFileSync(media('clip.mkv')));
    const { tracks, startsMs } = await filmByLibav(output);
    assert.deepEqual(tracks, film.tracks.slice(0, 3));
    for (const [index, ms] of startsMs.flat().entries())
      assert.ok(Math.abs(ms - (film.startsMs.flat()[index] ?? NaN)) <= 1, `${ms} ms`);
  }),
  converts('converts an animation to a film', image('animated.gif'), 'mkv', async (output) => {
    const { tracks, startsMs } = await filmByLibav(output);
    const [{ packets, ...track } = { packets: [] }, ...others] = tracks;
    assert.deepEqual([track, others], [{ codec: 'h264', width: 120, height: 82 }, []]);
    assert.deepEqual(startsMs, [[0, 150, 300, 450, 600, 750, 900, 1050]]);
    // No package decodes H.264. Frames without a picture would be much smaller.
    for (const { bytes } of packets) assert.ok(bytes > 1000, `${bytes} bytes`);
  }),
  compresses('compresses a photo', sample('coffee.jpg'), sameImage('JPEG')),
  compresses('compresses a drawing', sample('balloons.svg'), async (output, source) =>
    assertSimilar(await pixelsBySharp(output), await pixelsBySharp(source), 40),
  ),
  compresses('compresses a Word document', document('pictures.docx'), async (output, source) => {
    const [before, after] = [unzipSync(source), unzipSync(output)];
    assert.deepEqual(Object.keys(after), Object.keys(before));
    for (const [name, part] of Object.entries(before)) {
      const now = after[name] ?? Buffer.alloc(0);
      const [, format] = /\.(gif|jpeg|png)$/.exec(name) ?? [];
      if (format) await sameImage(format.toUpperCase())(now, part);
      else assert.deepEqual(now, part, name);
    }
  }),
  compresses('compresses a notebook', notebook('harbour.ipynb'), async (output, source) => {
    const [before, after] = [picturesIn(source), picturesIn(output)];
    assert.deepEqual([after.rest, after.pictures.length], [before.rest, 2]);
    for (const [index, picture] of before.pictures.entries())
      await sameImage('PNG')(after.pictures[index] ?? Buffer.alloc(0), picture);
  }),
  compresses('compresses a PDF', document('pictures.pdf'), async (output, source) => {
    const pages = await pagesByPdfjs(source);
    assert.deepEqual(await pagesByPdfjs(output), pages);
    for (const [page, { width, height }] of pages.entries())
      assertSimilar(
        await pageByPdfium(output, page, width, height),
        await pageByPdfium(source, page, width, height),
      );
  }),
  combines('combines a photo and a PDF', [photo('jpg'), document('text.pdf')], 'pdf', async (output) => {
    const [first, ...others] = await pagesByPdfjs(output);
    assert.equal(first?.text, '');
    assert.deepEqual(others, await pagesByPdfjs(readFileSync(document('text.pdf'))));
    await sameAsPhoto(await pageByPdfium(output, 0, 61, 43));
  }),
  combines('puts files in a ZIP', [photo('jpg'), data('ledger.ods')], 'zip', (output) =>
    assert.deepEqual(factsByPython(zipEntries, output), {
      'photo.jpg': digestOf(readFileSync(photo('jpg'))),
      'ledger.ods': digestOf(readFileSync(data('ledger.ods'))),
    }),
  ),
  shows('shows a HEIC photo', photo('heic'), () => pixelsBySharp(photo('png'))),
  shows('shows a page', squaresPdf, ({ width }) => squares(width)),
  shows('tries settings on a part of a photo', sample('coffee.jpg'), coffeePart, {
    tool: 'convert',
    to: 'webp',
    options: { quality: 95 },
    region,
    scaledTo,
  }),
  probes('finds an animation', image('animated.gif'), { animation: true, depth: false }),
  probes('finds the depth of an image', image('16-bit.png'), { animation: false, depth: true }),
  probes('finds video', media('clip.mp4'), { video: true, cover: false }),
  probes('finds a cover', media('tone.mp3'), { video: false, cover: true }),
  probes('finds parts of a document', document('harbour.docx'), {
    tables: true,
    notes: true,
    comments: false,
  }),
  {
    does: 'counts pages',
    engine: pdfPages.id,
    prove: async ({ api }) => {
      const { job } = await api.convert(document('text.pdf'), 'txt');
      assert.equal(job['credits'], 3);
    },
  },
  {
    does: 'extracts an archive',
    engine: extraction.id,
    prove: async ({ local, folder }) => {
      const file = path.join(folder, 'tree.tar.xz');
      await copyFile(archive('tree.tar.xz'), file);
      const made = (await extractBeside(local, file, AbortSignal.any([]))).path;
      const found = readdirSync(made, { recursive: true, encoding: 'utf8' }).map((name) => {
        const entry = path.join(made, name);
        return [name, statSync(entry).isFile() ? digestOf(readFileSync(entry)) : null];
      });
      assert.deepEqual(Object.fromEntries(found), factsByPython(tarEntries, readFileSync(file)));
    },
  },
];

describe('A built-in engine', () => {
  const folder = useTemporaryFolder();
  let service: StandaloneService;
  let local: LocalService;

  before(async () => {
    service = await StandaloneService.start();
    local = new LocalService({ scriptPath: bundle, log: () => undefined });
  });
  after(async () => {
    local.dispose();
    await service.stop();
  });

  for (const { does, engine, prove } of proofs)
    it(`${does}, by ${engine}`, async () => prove({ api: service.api, local, folder: folder.path }));

  it('has a proof here', () => {
    const proven = new Set(proofs.map(({ engine }) => engine));
    const builtIn = engines.filter(({ program }) => program === undefined).map(({ id }) => id);
    assert.deepEqual(
      builtIn.filter((id) => !proven.has(id)),
      [],
    );
  });
});
