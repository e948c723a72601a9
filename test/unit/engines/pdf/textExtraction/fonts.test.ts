import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isBoldName, isMacOnly } from '../../../../../src/engines/pdf/textExtraction/fonts.ts';

const font = readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf')));

/**
 * A TrueType font with nothing but a character table, which lists only the Macintosh. A record for Windows follows, but
 * the table doesn't count it.
 */
const macOnly = Buffer.from(
  '000100000001001000000000' +
    '636d6170000000000000001c00000014' +
    '00000001' +
    '000100000000000c' +
    '000300010000000c',
  'hex',
);
const recordEnd = 40;

describe('A Macintosh font', () => {
  it('is a TrueType font with only a Macintosh character table', () => {
    assert.ok(isMacOnly(macOnly));
    assert.ok(!isMacOnly(font));
    assert.ok(!isMacOnly(Buffer.from('OTTO and what follows')));
  });

  it('is ignored if it is truncated', () => {
    for (let length = 0; length < recordEnd; length += 1) assert.ok(!isMacOnly(macOnly.subarray(0, length)));
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
