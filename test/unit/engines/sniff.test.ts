import assert from 'node:assert/strict';
import { formatOfHead } from '../../../src/contract/formats/formatOfHead.ts';
import { sniffFormat } from '../../../src/engines/sniff.ts';
import {
  archive,
  document,
  font,
  image,
  media,
  sample,
  samplesByFormat,
} from '../../support/service/fixtures.ts';

/** Archives, fonts, and documents by the format of their content; for a `tar.gz`, that is the outer layer. */
const shown: Readonly<Record<string, readonly string[]>> = {
  zip: [archive('tree.zip'), archive('locked.zip')],
  '7z': [archive('tree.7z'), archive('locked.7z')],
  tar: [archive('tree.tar')],
  rar: [archive('links.rar'), archive('names.rar')],
  cab: [archive('tree.cab')],
  cpio: [archive('tree.cpio')],
  wim: [archive('tree.wim')],
  gz: [archive('tree.tar.gz'), archive('numbers.csv.gz')],
  bz2: [archive('tree.tar.bz2')],
  xz: [archive('tree.tar.xz')],
  zst: [archive('tree.tar.zst')],
  ttf: [font('dejavu.ttf'), font('inter-variable.ttf')],
  otf: [font('cantarell.otf')],
  woff: [font('dejavu.woff'), font('cantarell.woff')],
  woff2: [font('dejavu.woff2'), font('cantarell.woff2')],
  docx: [document('voyage.docx')],
  pptx: [document('voyage.pptx')],
  odt: [document('voyage.odt')],
  odp: [document('voyage.odp')],
  epub: [document('voyage.epub')],
  fb2: [document('voyage.fb2')],
  mobi: [document('voyage.mobi'), document('voyage.azw3')],
  rtf: [document('voyage.rtf')],
  mp4: [media('clip.mp4')],
  m4v: [media('clip.m4v')],
  m4a: [media('tone.m4a')],
  mov: [media('clip.mov'), media('turned.mov')],
  '3gp': [media('clip.3gp')],
  mkv: [media('clip.mkv'), media('tone.mka')],
  webm: [media('clip.webm'), media('tone.weba')],
  m2ts: [media('clip.m2ts'), media('plain.m2ts')],
  mp3: [media('tone.mp3')],
  aac: [media('tone.aac')],
  ogg: [media('tone.ogg'), media('tone.opus')],
  flac: [media('tone.flac')],
  wav: [media('tone.wav')],
  aiff: [media('tone.aiff')],
  au: [media('tone.au')],
  caf: [media('tone.caf')],
  w64: [media('tone.w64')],
};

describe('sniffFormat', () => {
  for (const [format, files] of Object.entries(shown)) {
    it(`recognizes ${format} by its content`, async () => {
      for (const file of files) assert.equal(await sniffFormat(file), format, file);
    });
  }

  const { apng, ...others } = samplesByFormat;
  for (const [format, file] of Object.entries({ ...others, pdf: document('drawing.pdf') })) {
    it(`recognizes ${format} by its content`, async () => {
      assert.equal(await sniffFormat(file), format);
    });
  }

  it('treats an animated PNG as a PNG', async () => {
    assert.equal(await sniffFormat(apng ?? ''), 'png');
  });

  it('ignores the name', async () => {
    assert.equal(await sniffFormat(image('text.jpg')), undefined);
    assert.equal(await sniffFormat(sample('notes.txt')), undefined);
  });
});

/** The first box of an MP4-like file with these brands. */
function file(...brands: string[]): Buffer {
  return Buffer.concat([
    Buffer.from([0, 0, 0, 8 + 4 * brands.length]),
    Buffer.from(`ftyp${brands.join('')}`),
  ]);
}

describe('formatOfHead', () => {
  it('finds an SVG only after declarations and comments', () => {
    assert.equal(formatOfHead(Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- a > b -->\n<svg>')), 'svg');
    assert.equal(formatOfHead(Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg:svg >')), 'svg');
    assert.equal(formatOfHead(Buffer.from('<html><body><svg>')), undefined);
  });

  it('doesn’t mistake text for MPEG audio, or another brand for a video', () => {
    assert.equal(formatOfHead(Buffer.from('\uFEFFtext', 'utf16le')), undefined);
    assert.equal(formatOfHead(Buffer.from('GGGG')), undefined);
    assert.equal(formatOfHead(file('crx ', '\0\0\0\0', 'crx ')), undefined);
    assert.equal(formatOfHead(Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')), undefined);
  });

  it('looks behind an ID3 tag', () => {
    const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 2, 0, 0]);
    assert.equal(formatOfHead(Buffer.concat([tag, Buffer.from('fLaC')])), 'flac');
    assert.equal(formatOfHead(Buffer.concat([tag, Buffer.from([0xff, 0xf1, 0x50, 0x80])])), 'aac');
    assert.equal(formatOfHead(Buffer.concat([tag, Buffer.from([0xff, 0xfb, 0x90, 0x64])])), 'mp3');
  });

  it('distinguishes AVIF and HEIC by their brands', () => {
    assert.equal(formatOfHead(file('mif1', '\0\0\0\0', 'avif')), 'avif');
    assert.equal(formatOfHead(file('heic', '\0\0\0\0', 'mif1')), 'heic');
  });

  it('survives a truncated head', () => {
    for (const head of ['', 'RIFF', '\x89PN', '<!--']) {
      assert.equal(formatOfHead(Buffer.from(head, 'latin1')), undefined);
    }
  });

  it('is fast for a head that almost matches', () => {
    const heads = [
      '<!--'.repeat(1000),
      `<?xml ${' '.repeat(4000)}`,
      '<!DOCTYPE a['.repeat(300),
      ' '.repeat(4096),
    ];
    for (const head of heads) assert.equal(formatOfHead(Buffer.from(head)), undefined);
  });
});
