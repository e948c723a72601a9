import assert from 'node:assert/strict';
import {
  genericFamilies,
  withInstalledFamilies,
} from '../../../../../src/engines/images/drawing/fontFamilies.ts';
import { charactersIn, familiesIn } from '../../../../../src/engines/images/drawing/fontTables.ts';
import { font } from '../../../../support/service/fixtures.ts';

describe('The fonts of a drawing', () => {
  const installed = new Set(['DejaVu Sans', 'DejaVu Sans Mono', 'Liberation Serif']);
  const generic = genericFamilies(installed);

  it('stand for the generic families, the best of each kind that is installed', () => {
    assert.deepEqual(generic, {
      serif: 'Liberation Serif',
      sansSerif: 'DejaVu Sans',
      monospace: 'DejaVu Sans Mono',
    });
    assert.deepEqual(genericFamilies(new Set()), {
      serif: undefined,
      sansSerif: undefined,
      monospace: undefined,
    });
  });

  for (const [written, expected] of [
    ['<text font-family="Arial">', '<text font-family="DejaVu Sans">'],
    ['<text font-family=\'"Courier New", serif\'>', '<text font-family=\'"DejaVu Sans Mono", serif\'>'],
    ['<g style="font-family:Helvetica;fill:red">', '<g style="font-family:DejaVu Sans;fill:red">'],
    ['.a { font: bold 9px "Menlo" }', '.a { font: bold 9px "DejaVu Sans Mono" }'],
    ['<text font-family="Liberation Serif">', '<text font-family="Liberation Serif">'],
    ['<text id="Arial">Arial: Courier</text>', '<text id="Arial">Arial: Courier</text>'],
  ] as const) {
    it(`takes the place of those that are missing in ${written}`, () => {
      assert.equal(withInstalledFamilies(written, installed, generic), expected);
    });
  }

  it('are known by their families and characters, in either kind of outlines', async () => {
    assert.deepEqual([...new Set(await familiesIn(font('dejavu.ttf')))], ['DejaVu Sans']);
    assert.deepEqual([...new Set(await familiesIn(font('cantarell.otf')))], ['Cantarell']);
    assert.ok((await covers('dejavu.ttf', 'Ж')) && !(await covers('dejavu.ttf', '漢')));
    assert.ok((await covers('cantarell.otf', 'ß')) && !(await covers('cantarell.otf', 'ა')));
  });
});

async function covers(name: string, character: string): Promise<boolean> {
  const code = character.codePointAt(0) ?? 0;
  return (await charactersIn(font(name))).some(([first, last]) => first <= code && code <= last);
}
