import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { fault } from '../../../../../src/contract/faults/fault.ts';
import { openImage } from '../../../../../src/engines/images/open.ts';

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
