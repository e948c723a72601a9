import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Fault, fault } from '../../../../src/contract/fault.ts';
import { refuseUnsupported } from '../../../../src/engines/images/unsupportedVariants.ts';
import { photo } from '../../../support/service/fixtures.ts';

/** The file with these bytes at these offsets. */
function edited(file: Buffer, edits: Readonly<Record<number, string>>): Buffer {
  const copy = Buffer.from(file);
  for (const [at, bytes] of Object.entries(edits)) copy.write(bytes, Number(at), 'hex');
  return copy;
}

async function refuses(format: string, file: Buffer | string, expected: Fault): Promise<void> {
  await assert.rejects(refuseUnsupported(Buffer.from(file), format), { fault: expected });
}

async function accepts(format: string, ...files: readonly (Buffer | string)[]): Promise<void> {
  for (const file of [readFileSync(photo(format)), ...files])
    await refuseUnsupported(Buffer.from(file), format);
}

const bmp = (edits: Readonly<Record<number, string>>, headerBytes = 124): Buffer => {
  const file = Buffer.alloc(14 + headerBytes);
  file.write('BM');
  file.writeUInt32LE(headerBytes, 14);
  return edited(file, edits);
};

const masked = (bits: string, masks: string): Buffer => bmp({ 28: bits, 30: '03000000', 54: masks });

const targa = (edits: Readonly<Record<number, string>>): Buffer =>
  edited(Buffer.alloc(22), { 2: '02', 16: '20', ...edits });

const withAttributes = (descriptor: string, attributes: number): Buffer => {
  const footer = Buffer.alloc(26);
  footer.writeUInt32LE(22);
  footer.write('TRUEVISION-XFILE.\0', 8);
  const area = Buffer.alloc(495);
  area.writeUInt8(attributes, 494);
  return Buffer.concat([targa({ 17: descriptor }), area, footer]);
};

describe('A bitmap', () => {
  it('is refused with the reason if its reader would misread it', async () => {
    for (const bytes of [16, 39, 64]) await refuses('bmp', bmp({}, bytes), fault('bmp.os2'));
    await refuses('bmp', bmp({ 0: '4241' }), fault('bmp.screens'));
    await refuses('bmp', bmp({ 28: '02' }), fault('bmp.twoBits'));
    await refuses('bmp', bmp({ 28: '40' }), fault('bmp.deep'));
    await refuses('bmp', bmp({ 30: '0b000000' }), fault('bmp.inks'));
    for (const file of ['04', '05']) await refuses('bmp', bmp({ 30: file }), fault('bmp.file'));
    await refuses('bmp', bmp({ 28: '20', 30: '06000000' }, 40), fault('bmp.masks'));
    await refuses('bmp', masked('20', '0000f03f00fc0f00ff030000'), fault('bmp.deep'));
    await refuses('bmp', masked('10', '000f0000f00000000f000000'), fault('bmp.masks'));
    await refuses('bmp', masked('10', '007c0000e00300001f00000000800000'), fault('bmp.masks'));
    // A mask with gaps.
    await refuses('bmp', masked('10', '05000000e00700001f000000'), fault('bmp.masks'));
  });

  it('is left to its reader if that reads it correctly', async () => {
    await accepts('bmp', 'text'.repeat(40));
    await accepts('bmp', bmp({}, 12), bmp({ 28: '18' }, 40), masked('10', '00f80000e00700001f000000'));
    await accepts('bmp', masked('20', '0000ff0000ff0000ff000000000000ff'), 'BM');
  });
});

describe('A Targa', () => {
  it('is refused with the reason if its reader would misread it', async () => {
    await refuses('tga', targa({ 2: '00' }), fault('tga.empty'));
    await refuses('tga', targa({ 2: '20' }), fault('tga.huffman'));
    await refuses('tga', targa({ 17: '40' }), fault('tga.interlaced'));
    for (const type of ['03', '0b']) await refuses('tga', targa({ 2: type, 16: '10' }), fault('tga.gray'));
    await refuses('tga', targa({ 2: '09', 16: '10' }), fault('tga.indices'));
    await refuses('tga', targa({ 2: '01', 7: '10', 16: '08', 17: '01' }), fault('tga.alpha'));
    await refuses('tga', withAttributes('08', 4), fault('tga.premultiplied'));
    await refuses('tga', withAttributes('08', 0), fault('tga.attributes'));
  });

  it('is left to its reader if that reads it correctly', async () => {
    await accepts('tga', 'text'.repeat(40));
    await accepts('tga', targa({ 17: '08' }), targa({ 2: '03', 16: '08' }), withAttributes('00', 0), '');
    await accepts('tga', withAttributes('08', 3));
  });
});

describe('A Netpbm image', () => {
  it('is refused with the reason if its reader would misread it', async () => {
    await refuses('pgm', 'P5 # 1 2 3\n2 1 40000\n', fault('pnm.white', 40_000));
    await refuses('ppm', 'P3 2 1 65534 ', fault('pnm.white', 65_534));
    await refuses('pnm', 'PF 2 1 -1.0', fault('damaged.image'));
  });

  it('is left to its reader if that reads it correctly', async () => {
    await accepts('ppm', 'P6 2 1 65535 ', 'P3 2 1 1023 ', 'P6');
    await accepts('pbm', 'P4 90000 40000 ');
  });
});
