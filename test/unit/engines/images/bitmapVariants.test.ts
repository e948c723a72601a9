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

const pcx = (bits: number, planes: number, edits: Readonly<Record<number, string>> = {}): Buffer => {
  const file = Buffer.alloc(128);
  file.set([10, 5, 1, bits]);
  file.writeUInt8(planes, 65);
  return edited(file, edits);
};

const pam = (facts: string): string => `P7\n${facts}\nENDHDR\n`;

const xpm = (colors: number): string => `/* XPM */\nstatic char *a[] = {\n"2 1 ${colors} 2", "`;

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

describe('A PCX', () => {
  it('is refused with the reason if its reader would misread it', async () => {
    for (const [bits, planes] of [
      [2, 4],
      [2, 2],
      [8, 2],
    ] as const) {
      await refuses('pcx', pcx(bits, planes), fault('pcx.planes', planes, bits));
    }
    await refuses('pcx', pcx(1, 1, { 16: '090807010203' }), fault('pcx.twoColors'));
    await refuses('pcx', pcx(1, 4), fault('pcx.palette'));
    for (const edits of [{ 1: '03' }, { 68: '0200' }]) {
      await refuses('pcx', pcx(8, 1, edits), fault('pcx.palette'));
    }
  });

  it('is left to its reader if that reads it correctly', async () => {
    await accepts(
      'pcx',
      ...['', '0000000000aa', '000000ffffff', 'ffffff000000'].map((two) => pcx(1, 1, { 16: two })),
    );
    const palette = Buffer.concat([Buffer.of(12), Buffer.alloc(768)]);
    await accepts('pcx', pcx(8, 3), Buffer.concat([pcx(8, 1, { 68: '0200' }), palette]));
    await accepts('pcx', 'text'.repeat(40));
  });
});

describe('A Netpbm image', () => {
  it('is refused with the reason if its reader would misread it', async () => {
    await refuses('pgm', 'P5 # 1 2 3\n2 1 40000\n', fault('pnm.white', 40_000));
    await refuses('ppm', 'P3 2 1 65534 ', fault('pnm.white', 65_534));
    await refuses('pnm', 'PF 2 1 -1.0', fault('damaged.image'));
    await refuses('pam', pam('DEPTH 3\nMAXVAL 40000\nTUPLTYPE RGB'), fault('pnm.white', 40_000));
    await refuses('pam', pam('DEPTH 4\nMAXVAL 255\nTUPLTYPE CMYK'), fault('pam.type', 'CMYK'));
    await refuses('pam', pam('DEPTH 3\nTUPLTYPE GRAYSCALE'), fault('pam.type', 'GRAYSCALE'));
    await refuses('pam', pam('DEPTH 5\nMAXVAL 255'), fault('pam.samples', 5));
    const type = 'BLACKANDWHITE_ALPHA';
    await refuses('pam', pam(`DEPTH 2\nMAXVAL 1\nTUPLTYPE ${type}`), fault('pam.type', type));
  });

  it('is left to its reader if that reads it correctly', async () => {
    await accepts('ppm', 'P6 2 1 65535 ', 'P3 2 1 1023 ', 'P6');
    await accepts('pbm', 'P4 90000 40000 ');
    await accepts('pam', pam('DEPTH 3\nMAXVAL 255'), pam('DEPTH 2\nMAXVAL 65535\nTUPLTYPE GRAYSCALE_ALPHA'));
  });
});

describe('An XPM', () => {
  it('is refused with more than 256 colors', async () => {
    await refuses('xpm', xpm(257), fault('xpm.colors'));
    await accepts('xpm', xpm(256));
  });
});

interface Facts {
  readonly bytes?: number;
  readonly channels?: number;
  readonly map?: number;
}

function sgi({ bytes = 1, channels = 3, map = 0 }: Facts): Buffer {
  const head = Buffer.alloc(512);
  head.writeUInt16BE(474);
  head.writeUInt8(bytes, 3);
  head.writeUInt16BE(3, 4);
  head.writeUInt16BE(channels, 10);
  head.writeUInt32BE(map, 104);
  return head;
}

describe('An SGI image', () => {
  it('is refused with the reason if its reader would misread it', async () => {
    await assert.rejects(refuseUnsupported(sgi({ map: 1 })), { fault: fault('sgi.palette') });
    await assert.rejects(refuseUnsupported(sgi({ channels: 5 })), { fault: fault('sgi.channels', 5) });
    for (const channels of [1, 2]) {
      await assert.rejects(refuseUnsupported(sgi({ bytes: 2, channels })), { fault: fault('sgi.deepGray') });
    }
  });

  it('is left to its reader if that reads it correctly', async () => {
    for (const facts of [{}, { channels: 1 }, { channels: 4 }, { bytes: 2 }])
      await refuseUnsupported(sgi(facts));
    await refuseUnsupported(readFileSync(photo('sgi')));
  });
});
