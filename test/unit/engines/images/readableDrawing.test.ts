import assert from 'node:assert/strict';
import sharp from 'sharp';
import { gzipSync } from 'node:zlib';
import { withDrawablePictures } from '../../../../src/engines/images/readableDrawing.ts';
import { openImage } from '../../../../src/engines/images/open.ts';
import { fault } from '../../../../src/contract/fault.ts';

const svg = (type: string, content: Buffer): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><image width="20" height="20" href="data:image/${type};base64,${content.toString('base64')}"/></svg>`;
const square = { create: { width: 8, height: 8, channels: 3, background: '#00aa00' } } as const;
const made = async (format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'): Promise<Buffer> =>
  sharp(square).toFormat(format).toBuffer();

describe('A picture in an SVG', () => {
  for (const [format, type] of [
    ['gif', 'gif'],
    ['webp', 'webp'],
    ['avif', 'avif'],
    ['jpeg', 'png'],
    ['png', 'jpeg'],
    ['webp', 'png'],
  ] as const) {
    it(`is drawn if it is ${format}, declared as ${type}`, async () => {
      const { image } = await openImage(Buffer.from(svg(type, await made(format))));
      const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const center = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
      const [red = 255, green = 0, blue = 255, alpha] = data.subarray(center, center + 4);
      assert.ok(
        red < 16 && Math.abs(green - 0xaa) < 16 && blue < 16 && alpha === 255,
        data.toString('hex', center, center + 4),
      );
    });
  }

  it('is left alone if it can be drawn, or not even read', async () => {
    for (const source of [
      svg('png', await made('png')),
      svg('jpg', await made('jpeg')),
      svg('webp', Buffer.from('nothing')),
      '<svg><text>data:image/png;base64,</text></svg>',
    ]) {
      assert.equal(await withDrawablePictures(source), source);
    }
  });
});

const drawing = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`);

/** The same elements with a namespace prefix. */
const prefixed = (content: string): string =>
  `<s:g xmlns:s="http://www.w3.org/2000/svg">${content.replaceAll(/<(?=[a-z])/gi, '<s:').replaceAll('</', '</s:')}</s:g>`;

const undrawn: Readonly<Record<string, string>> = {
  textPath: '<path id="p" d="M0 5h9"/><text><textPath href="#p">a</textPath></text>',
  foreignObject:
    '<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>',
  flowRoot: '<flowRoot><flowPara>a</flowPara></flowRoot>',
  tref: '<text><tref href="#p"/></text>',
};

describe('An SVG', () => {
  for (const [element, content] of Object.entries(undrawn)) {
    it(`is refused if it has a ${element}, which would be left out, and the error names that`, async () => {
      const undrawnElement = { fault: fault('svg.elements', element) };
      await assert.rejects(openImage(drawing(content)), undrawnElement);
      await assert.rejects(openImage(gzipSync(drawing(content))), undrawnElement);
      await assert.rejects(openImage(drawing(prefixed(content))), undrawnElement);
    });
  }

  it('is opened if a switch has an alternative to an element that would be left out', async () => {
    const { metadata } = await openImage(drawing(`<switch>${undrawn['foreignObject']}<rect/></switch>`));
    assert.equal(metadata.format, 'svg');
    for (const elsewhere of ['<switch><rect/></switch>', '<!-- <switch> -->', '<switch/>']) {
      await assert.rejects(openImage(drawing(`${elsewhere}${undrawn['foreignObject']}`)), {
        fault: fault('svg.elements', 'foreignObject'),
      });
    }
  });

  it('is drawn with its styles resolved if it is compressed, and refused beyond 100 MB', async () => {
    const styled = drawing('<rect width="9" height="9" fill="light-dark(#fff, #000)"/>');
    const { image } = await openImage(gzipSync(styled));
    assert.equal((await image.raw().toBuffer())[0], 255);
    const bomb = gzipSync(drawing(' '.repeat(101 * 1024 ** 2)));
    await assert.rejects(openImage(bomb), { fault: fault('file.size') });
  });

  it('is opened if only its words name such an element', async () => {
    const { metadata } = await openImage(
      drawing(
        '<!-- <tref/> --><text>textPath</text><rect id="textPath"/><style><![CDATA[/* <textPath> */]]></style>',
      ),
    );
    assert.equal(metadata.format, 'svg');
  });
});
