import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isBoldName, isMacOnly } from '../../../../../src/engines/pdf/textExtraction/fonts.ts';
import { macOnly } from '../../../../support/macOnlyFont.ts';

const font = readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf')));

describe('A Macintosh font', () => {
  it('is a TrueType font with only a Macintosh character table', () => {
    assert.ok(isMacOnly(macOnly(font)));
    assert.ok(!isMacOnly(font));
    assert.ok(!isMacOnly(Buffer.from('OTTO and what follows')));
  });

  it('is ignored if it is truncated', () => {
    const whole = macOnly(font);
    for (let length = 0; length < 400; length += 1) assert.ok(!isMacOnly(whole.subarray(0, length)));
  });
});

describe('The name of a font', () => {
  it('says if it is bold, also in abbreviations and in names of TeX', () => {
    const bold = [
      'Arial-BoldMT',
      'ABCDEF+CMBX10',
      'SFBX1000',
      'NimbusRomNo9L-Medi',
      'NimbusRomNo9L-MediItal',
    ];
    const others = ['CMR10', 'SFRM1000', 'NimbusRomNo9L-Regu', 'HelveticaNeue-Medium', 'ABCDBX+CMR10', 'txr'];
    assert.deepEqual([...bold, 'URWGothicL-Demi', 'ECBX1200', 'txb', ...others].filter(isBoldName), [
      ...bold,
      'URWGothicL-Demi',
      'ECBX1200',
      'txb',
    ]);
  });
});
