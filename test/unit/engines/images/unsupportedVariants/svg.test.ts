import assert from 'node:assert/strict';
import { fault } from '../../../../../src/contract/faults/fault.ts';
import { openImage } from '../../../../../src/engines/images/open.ts';

const drawing = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`);

const undrawn: Readonly<Record<string, string>> = {
  textPath: '<path id="p" d="M0 5h9"/><text><textPath href="#p">a</textPath></text>',
  foreignObject:
    '<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>',
  flowRoot: '<flowRoot><flowPara>a</flowPara></flowRoot>',
  tref: '<text><tref href="#p"/></text>',
};

describe('An SVG', () => {
  for (const [element, content] of Object.entries(undrawn)) {
    it(`is refused by name where it has a ${element}, which would be left out`, async () => {
      await assert.rejects(openImage(drawing(content)), { fault: fault('svg.elements', element) });
    });
  }

  it('is opened where a switch has something in place of what would be left out', async () => {
    const { metadata } = await openImage(drawing(`<switch>${undrawn['foreignObject']}<rect/></switch>`));
    assert.equal(metadata.format, 'svg');
  });

  it('is opened where only words name such an element', async () => {
    const { metadata } = await openImage(drawing('<text>textPath</text><rect id="textPath"/>'));
    assert.equal(metadata.format, 'svg');
  });
});
