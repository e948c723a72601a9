import { uint32 } from '../../../src/engines/lib/bigEndian.ts';
import { avifMetadata } from '../../../src/engines/images/animation/avifItems.ts';
import { tracksOf } from '../../../src/engines/images/animation/avifTracks.ts';
import { readableJpeg2000 } from '../../../src/engines/images/magick/jpeg2000.ts';
import { refuseUnsupported } from '../../../src/engines/images/unsupportedVariants.ts';
import { bytesOf } from '../../../src/engines/lib/byteSource.ts';
import { fullBox, isoBox } from '../../../src/engines/lib/isoBoxes.ts';
import { checkIsoMedia } from '../../../src/engines/lib/isoMedia.ts';
import { readWithin } from '../../support/boundedReading.ts';

const count = 2000;
const most = 0x7fff_ffff;

/** Many boxes, each with an inner box that claims to contain the rest of the file. */
function overlapping(outer: string, inner: string): Buffer {
  const pair = isoBox(outer, uint32(most), Buffer.from(inner));
  return Buffer.concat(Array.from({ length: count }, () => pair));
}

const still = isoBox('ftyp', Buffer.from('avif\0\0\0\0avifmif1'));
const sequence = isoBox('ftyp', Buffer.from('avis\0\0\0\0avisavifmif1'));
const film = isoBox('ftyp', Buffer.from('isom\0\0\0\0'));

/** A track of 5000 samples that only takes 300 bytes. */
const track = isoBox(
  'trak',
  isoBox(
    'mdia',
    fullBox('mdhd', uint32(0, 0, 1000, 0, 0)),
    isoBox(
      'minf',
      isoBox(
        'stbl',
        fullBox('stsd', uint32(1), isoBox('av01', Buffer.alloc(78))),
        fullBox('stsz', uint32(1, 5000)),
        fullBox('stts', uint32(1, 5000, 1)),
        fullBox('stsc', uint32(1, 1, 5000, 1)),
        fullBox('stco', uint32(1, 0)),
      ),
    ),
  ),
);
const tracks = isoBox('moov', ...Array.from({ length: count }, () => track));

describe('A small file with thousands of boxes', () => {
  for (const [name, file, read] of [
    ['properties of an AVIF', [still, fullBox('meta', overlapping('iprp', 'ipco'))], refuseUnsupported],
    ['tracks of an AVIF', [sequence, overlapping('moov', 'trak')], tracksOf],
    ['metadata of an AVIF', [sequence, overlapping('moov', 'trak')], avifMetadata],
    ['samples of an AVIF', [sequence, tracks], tracksOf],
    ['a JPEG 2000', [film, isoBox('jp2h', overlapping('jp2h', 'colr')), isoBox('jp2c')], readableJpeg2000],
    ['an MP4', [film, overlapping('moov', 'trak')], (film: Buffer) => checkIsoMedia(bytesOf(film))],
  ] as const) {
    it(`is read in steps proportionate to its size as ${name}`, async () => {
      const bytes = Buffer.concat(file);
      const bounds = { maxLooks: 10_000 + 10 * bytes.length, maxBytes: 2 ** 20 + 1000 * bytes.length };
      await readWithin(bounds, () => read(bytes));
    });
  }
});
