import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { runFolder } from '../../../test/support/run/runFolder.ts';
import { compressionPeerNeeds, ensureSystemPackages } from '../../../test/support/systemPackages.ts';
import { unpackCollection } from '../../corpus/debian/collection.ts';
import { sampleOf } from '../../corpus/sample.ts';
import type { Figure } from '../benchmark.ts';
import { besidePeers } from '../support/besidePeers.ts';

const count = 30;
const seed = 1;
const formats = ['jpg', 'png', 'gif', 'webp', 'svg', 'pdf'];
/** In bytes. Smaller files have little to compress, and larger ones take other programs minutes. */
const [minSize, maxSize] = [5000, 300_000];

/**
 * The size of compressed files of Debian packages, compared with the best results of other programs that look as good.
 * Files of these packages were used for tuning only to choose `smallestDeflate` and where the search for a JPEG's quality
 * begins.
 */
export default async function* compressUnseen(): AsyncGenerator<Figure> {
  await ensureSystemPackages(compressionPeerNeeds);
  const folder = path.join(runFolder(), 'debian');
  await unpackCollection(folder);
  const files = globSync(`**/*.{${formats.join(',')}}`, { cwd: folder })
    .map((file) => ({
      path: file,
      format: path.extname(file).slice(1),
      size: statSync(path.join(folder, file)).size,
    }))
    .filter(({ size }) => size >= minSize && size <= maxSize);
  for (const file of sampleOf(files, count, seed)) {
    try {
      yield (await besidePeers(path.join(folder, file.path))).bytes;
    } catch (error) {
      console.error(`${file.path}: ${String(error)}`);
    }
  }
}
