import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasSparseFiles, isVolume, isTar, zstdFrames } from '../../../src/engines/archives/headers.ts';
import { withReadableNames } from '../../../src/engines/archives/zipNames.ts';
import { isFreeFormat } from '../../../src/engines/audio/freeFormat.ts';
import { asWave } from '../../../src/engines/audio/asWave.ts';
import { checkRecords } from '../../../src/engines/documents/books/palmRecords.ts';
import { hasOverlaps, checkTables } from '../../../src/engines/fonts/sfnt.ts';
import { apngAnimation } from '../../../src/engines/images/animation/apng.ts';
import { avifMetadata } from '../../../src/engines/images/animation/avifItems.ts';
import { tracksOf } from '../../../src/engines/images/animation/avifTracks.ts';
import { headerOf as ddsHeader } from '../../../src/engines/images/fallbackCodecs/ddsFormat.ts';
import { isCutOff, withTransparentCanvas } from '../../../src/engines/images/animation/gif.ts';
import { entriesOf } from '../../../src/engines/images/fallbackCodecs/icnsFormat.ts';
import { readableJpeg2000 } from '../../../src/engines/images/magick/jpeg2000.ts';
import { withoutSegments } from '../../../src/engines/images/jpegSegments.ts';
import { refuseUnsupported } from '../../../src/engines/images/unsupportedVariants.ts';
import { withStandardHeaders } from '../../../src/engines/images/magick/iconHeaders.ts';
import { checkTruncation } from '../../../src/engines/images/magick/truncation.ts';
import { directoriesOf } from '../../../src/engines/images/tiff/directory.ts';
import { areMovable, movedPage } from '../../../src/engines/images/tiff/page.ts';
import { readableTiff } from '../../../src/engines/images/tiff/readableTiff.ts';
import { bytesOf, type ByteSource } from '../../../src/engines/lib/byteSource.ts';
import { checkIsoMedia } from '../../../src/engines/lib/isoMedia.ts';
import { webpChunksOf } from '../../../src/engines/lib/webpChunks.ts';
import { packedData, zipEntries } from '../../../src/engines/lib/zip.ts';
import { isMacOnly } from '../../../src/engines/pdf/textExtraction/fonts.ts';
import { gifAnimation } from '../../../src/engines/video/animation.ts';
import { checkMatroska } from '../../../src/engines/video/matroska.ts';
import { readWithin } from '../../support/boundedReading.ts';
import { root } from '../../support/paths.ts';

/** Each of our readers that follows offsets in a file, and a file for it. */
const readers: readonly (readonly [name: string, file: string, read: (file: Buffer) => unknown])[] = [
  ['holes of a tar', 'archives/tree.tar', hasSparseFiles],
  ['a tar', 'archives/tree.tar', isTar],
  ['names of a zip', 'archives/tree.zip', withReadableNames],
  ['entries of a zip', 'archives/tree.zip', (file) => contentsOfZip(bytesOf(file))],
  ['Zstandard', 'archives/tree.tar.zst', (file) => [...zstdFrames(file)]],
  ['volumes of a zip', 'archives/tree.zip', (file) => isVolume(file, 'zip')],
  ['volumes of a rar', 'archives/links.rar', (file) => isVolume(file, 'rar')],
  ['volumes of a cabinet', 'archives/tree.cab', (file) => isVolume(file, 'cab')],
  ['WAV', 'media/deep.wav', (file) => asWave(bytesOf(file), 'wav')],
  ['AIFF', 'media/tone.aiff', (file) => asWave(bytesOf(file), 'aiff')],
  ['AU', 'media/tone.au', (file) => asWave(bytesOf(file), 'au')],
  ['Wave64', 'media/tone.w64', (file) => asWave(bytesOf(file), 'w64')],
  ['MP3', 'media/tone.mp3', (file) => isFreeFormat(bytesOf(file))],
  ['boxes of an MP4', 'media/clip.mp4', (file) => checkIsoMedia(bytesOf(file))],
  ['parts of a Matroska', 'media/clip.webm', (file) => checkMatroska(bytesOf(file))],
  ['records of a book', 'documents/harbour.mobi', checkRecords],
  ['a font', 'fonts/dejavu.ttf', readFont],
  ['tables of a WOFF', 'fonts/dejavu.woff', (file) => checkTables(file, 'woff')],
  ['APNG', 'formats/photo.apng', (file) => [...apngAnimation(file).stills]],
  ['tracks of an AVIF', 'formats/photo.avif', tracksOf],
  ['an AVIF', 'formats/photo.avif', avifMetadata],
  ['HEIC', 'formats/photo.heic', refuseUnsupported],
  ['segments of a JPEG', 'formats/photo.jpg', (file) => withoutSegments(file, new Set([0xe1]))],
  ['JPEG', 'formats/photo.jpg', refuseUnsupported],
  ['Photoshop', 'formats/photo.psd', refuseUnsupported],
  ['pixels of Photoshop', 'formats/photo.psd', (file) => checkTruncation(file, 'psd')],
  ['large Photoshop', 'formats/photo.psb', refuseUnsupported],
  ['pixels of large Photoshop', 'formats/photo.psb', (file) => checkTruncation(file, 'psb')],
  ['JPEG 2000', 'formats/photo.jp2', readableJpeg2000],
  ['a codestream', 'formats/photo.j2k', readableJpeg2000],
  ['WebP', 'images/animated.webp', (file) => [...webpChunksOf(file)]],
  ['GIF', 'formats/photo.gif', readGif],
  ['ICO', 'formats/photo.ico', withStandardHeaders],
  ['ICNS', 'formats/photo.icns', entriesOf],
  ['DDS', 'formats/photo.dds', ddsHeader],
  ...['bmp', 'tga', 'ppm'].map(
    (format) =>
      [format, `formats/photo.${format}`, (file: Buffer) => refuseUnsupported(file, format)] as const,
  ),
  ['TIFF', 'formats/photo.tiff', readTiff],
  ['a TIFF of several pages', 'images/three-pages.tiff', readTiff],
];

const widths = [1, 2, 4, 8] as const;
const numbers = widths.flatMap((width) =>
  ['00', '01', '7f', '80', 'ff'].flatMap((end) => [
    Buffer.from(end + '00'.repeat(width - 1), 'hex'),
    Buffer.from(end + 'ff'.repeat(width - 1), 'hex'),
    Buffer.from('00'.repeat(width - 1) + end, 'hex'),
    Buffer.from('ff'.repeat(width - 1) + end, 'hex'),
  ]),
);
const texts = ['-1', '-0000001000\0', '77777777777\0', '99999999999', '1e99', '0x7f'].map((text) =>
  Buffer.from(text, 'latin1'),
);
const upTo = (bytes: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: bytes });
/**
 * Edits that each replace one number: in the header, where most numbers are at even offsets, at the end, or anywhere.
 */
const edits = fc.array(
  fc.record({
    at: fc.oneof(
      upTo(20).map((word) => word * 4),
      upTo(80).map((word) => word * 2),
      upTo(600),
      upTo(600).map((bytes) => -bytes),
      upTo(20_000),
    ),
    value: fc.oneof(fc.constantFrom(...numbers), fc.constantFrom(...texts)),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('A header with extreme or negative numbers', () => {
  for (const [name, file, read] of readers) {
    it(`doesn’t hang the reader of ${name}`, async () => {
      const whole = readFileSync(path.join(root, 'test/fixtures', file));
      const bounds = { maxLooks: 10_000 + 100 * whole.length, maxBytes: 2 ** 20 + 1000 * whole.length };
      await fc.assert(
        fc.asyncProperty(edits, async (all) => {
          const changed = Buffer.from(whole);
          for (const { at, value } of all) changed.set(value, placeIn(changed, at, value.length));
          await readWithin(bounds, () => read(changed));
        }),
        { numRuns: 50 },
      );
    });
  }
});

function placeIn(file: Buffer, at: number, bytes: number): number {
  const place = at < 0 ? file.length + at : at % file.length;
  return Math.max(0, Math.min(place, file.length - bytes));
}

function contentsOfZip(zip: ByteSource): Buffer[] {
  return Array.from(zipEntries(zip), (entry) => packedData(zip, entry));
}

function readFont(font: Buffer): unknown {
  checkTables(font, 'sfnt');
  return [hasOverlaps(font), isMacOnly(font)];
}

function readGif(gif: Buffer): unknown {
  return [isCutOff(gif), withTransparentCanvas(gif), ...gifAnimation(gif).stills];
}

async function readTiff(file: Buffer): Promise<void> {
  const source = bytesOf(file);
  const directories = directoriesOf(source);
  if (areMovable(source, directories)) {
    for (const directory of directories) movedPage(source, directory, { form: directory.form });
  }
  await readableTiff(file, 0);
}
