import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync, inflateSync } from 'node:zlib';
import { convertDrawing } from '../../../../src/engines/pdf/fromDrawing.ts';
import { type Printed, readPdf } from '../../../support/printedDocument.ts';
import { sample } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const svg = (content: string, attributes = 'width="200" height="100"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

/** The size of the first page in points. */
const sizeOf = ({ pdf }: Printed): string =>
  /\/MediaBox \[([^\]]*)\]/.exec(pdf.toString('latin1'))?.[1] ?? '';

/** The objects of a PDF, with their streams. */
const contentOf = (pdf: Buffer): string => {
  const text = pdf.toString('latin1');
  const streams = text.matchAll(/\/FlateDecode\b[^]*?stream\n([^]*?)\nendstream/g);
  const inflated = Array.from(streams, ([, data = '']) =>
    inflateSync(Buffer.from(data, 'latin1')).toString(),
  );
  return [text, ...inflated].join('\n');
};

describe('A drawing as a PDF', () => {
  const folder = useTemporaryFolder();

  async function drawn(content: string | Buffer): Promise<Printed> {
    const [inputPath, outputPath] = ['a.svg', 'a.pdf'].map((name) => path.join(folder.path, name));
    assert.ok(inputPath !== undefined && outputPath !== undefined);
    await writeFile(inputPath, content);
    const work = { tool: 'convert', engine: 'drawingPdf', from: 'svg', to: 'pdf', options: {} } as const;
    await convertDrawing({ ...work, fileName: 'a.svg', inputBytes: 0, inputPath, outputPath });
    return readPdf(await readFile(outputPath));
  }

  it('has the drawing’s size, shapes without pixels, and text in any script', async () => {
    const [page, ...others] = (
      await drawn(svg('<rect width="9" height="9"/><text x="9" y="50">Hello <tspan>мир</tspan> 🎉</text>'))
    ).pages;
    assert.equal(others.length, 0);
    assert.match(page?.text ?? '', /^Hello\s*мир\s*🎉$/);
    assert.deepEqual(page?.pictures, []);
    assert.equal(sizeOf(await drawn(svg(''))), '0 0 150 75');
    assert.equal(sizeOf(await drawn(svg('', 'viewBox="0 0 40 20"'))), '0 0 30 15');
    const relative = 'width="100%" height="100%" viewBox="0 0 40 20"';
    assert.equal(sizeOf(await drawn(gzipSync(svg('', relative)))), '0 0 30 15');
    assert.equal((await drawn(await readFile(sample('balloons.svg')))).pages.length, 1);
  });

  it('has the colors that its library lacks: of gradients of another kind, the background, and the text', async () => {
    const gradients = `<linearGradient id="a"><stop stop-color="#ff0000"/><stop offset="1" stop-color="#ff0000"/></linearGradient>
      <radialGradient id="b" xlink:href="#a"/><radialGradient id="c" href="#c"/>`;
    const shapes =
      '<rect width="50" height="9" fill="url(#b)"/><rect x="50" width="9" height="9" fill="currentColor"/>';
    const { pdf } = await drawn(svg(gradients + shapes, 'width="200" height="100" style="background:#00f"'));
    const content = contentOf(pdf);
    assert.match(content, /\/ShadingType 3/);
    assert.match(content, /\/C0 \[1 0 0\]/);
    for (const color of ['0 0 1', '0 0 0']) assert.match(content, new RegExp(`\\b${color} scn`));
  });

  it('opens no other file', async () => {
    const secret = path.join(folder.path, 'secret.png');
    await writeFile(secret, await readFile(sample('cat.png')));
    for (const name of ['href', 'xlink:href']) {
      const { pages } = await drawn(svg(`<image ${name}="${secret}" width="9" height="9"/>`));
      assert.deepEqual(pages[0]?.pictures, []);
    }
    const data = `data:image/png;base64,${(await readFile(secret)).toString('base64')}`;
    const { pages } = await drawn(svg(`<image href="${data}" width="9" height="9"/>`));
    assert.equal(pages[0]?.pictures.length, 1);
  });

  it('is refused if it is damaged', async () => {
    await assert.rejects(drawn('<svg xmlns="http://www.w3.org/2000/svg"><g>'), {
      code: 'conversion.invalid_input',
    });
  });
});
