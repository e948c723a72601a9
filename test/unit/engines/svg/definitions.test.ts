import assert from 'node:assert/strict';
import { optimize } from 'svgo';
import { tidyDefinitions } from '../../../../src/engines/svg/definitions.ts';

const names =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"';
const stops =
  '<stop id="stop11" offset="0" style="stop-color:#f00;stop-opacity:1;"/><stop id="stop12" offset="1" style="stop-color:#00f;stop-opacity:0;"/>';
const rect = '<rect id="rect40" width="9" height="9" style="fill:url(#linearGradient20)"/>';

function drawing(definitions: string, rest = rect, head = names): string {
  return `<svg ${head}><defs id="defs1">${definitions}</defs>${rest}</svg>`;
}

function tidied(svg: string): string {
  return optimize(svg, { plugins: [tidyDefinitions(svg)] }).data;
}

const list = `<linearGradient id="linearGradient10" inkscape:collect="always">${stops}</linearGradient>`;
const painted =
  '<linearGradient id="linearGradient20" x2="9" gradientUnits="userSpaceOnUse" xlink:href="#linearGradient10"/>';

describe('Definitions in an Inkscape drawing', () => {
  it('have stops only where they are used, without default values', () => {
    const bare =
      '<stop offset="0" style="stop-color:#f00;"/><stop offset="1" style="stop-color:#00f;stop-opacity:0;"/>';
    const expected = `<svg ${names}><defs><linearGradient id="linearGradient20" x2="9" gradientUnits="userSpaceOnUse">${bare}</linearGradient></defs>${rect}</svg>`;
    assert.equal(tidied(drawing(list + painted)), expected);
    assert.equal(tidied(drawing(painted + list)), expected);
  });

  it('lose unused gradients, and those that only these refer to', () => {
    const unused = `${list}<radialGradient id="radialGradient30" xlink:href="#linearGradient10"/>`;
    assert.equal(tidied(drawing(unused)), `<svg ${names}><defs/>${rect}</svg>`);
  });

  it('keep stops that two gradients share, or that a person named', () => {
    const two = `${list}${painted}<radialGradient id="radialGradient30" xlink:href="#linearGradient10"/>`;
    const both = `${rect}<rect fill="url(#radialGradient30)"/>`;
    assert.ok(tidied(drawing(two, both)).includes('<linearGradient id="linearGradient10"'));
    const named = (list + painted).replaceAll('linearGradient10', 'sunset').replace('stop11', 'first');
    assert.match(tidied(drawing(named)), /<linearGradient id="sunset".*<stop id="first"/);
  });

  it('keep stops if their gradient overrides them', () => {
    const more = list.replace('inkscape:collect="always"', 'spreadMethod="reflect"');
    assert.ok(tidied(drawing(more + painted)).includes('spreadMethod="reflect"'));
  });

  it('are left alone with rules or scripts, in other drawings, and if a name is used', () => {
    const unmarked = list.replace(' inkscape:collect="always"', '') + painted;
    for (const svg of [
      drawing(list + painted, `${rect}<style>stop{stop-opacity:.5}</style>`),
      drawing(list + painted, `${rect}<script>paint(10)</script>`),
      drawing(
        unmarked,
        rect,
        'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"',
      ),
    ]) {
      assert.equal(tidied(svg), svg);
    }
    const animated = drawing(list + painted, `${rect}<animate xlink:href="#stop11"/>`);
    assert.ok(tidied(animated).includes('<stop id="stop11"'));
  });
});
