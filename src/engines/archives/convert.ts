import { readFile, stat, writeFile } from 'node:fs/promises';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { damaged } from '../api/faults.ts';
import type { EngineWork } from '../api/work.ts';
import { compress, decompress } from './codecs.ts';
import { tooLarge } from './faults.ts';
import { layersOf } from './formats.ts';
import { maxContentBytes } from './limits.ts';
import { archiveOptions } from './options.ts';
import { pack } from './pack.ts';
import { openSevenZip } from './sevenZip.ts';
import { hasSparseFiles } from './sparseTar.ts';
import { startsLikeTar } from './tarHeader.ts';
import { unpack } from './unpack.ts';

const folder = '/tree';

/** Converts an archive to another format in memory, so its entries never become files on this computer. */
export async function convertArchive({
  from,
  to,
  options,
  inputPath,
  outputPath,
}: EngineWork): Promise<void> {
  const wanted = archiveOptions.parse(options);
  if ((await stat(inputPath)).size > maxContentBytes) throw tooLarge();
  const [source, target] = [layersOf(from), layersOf(to)];
  let content: Uint8Array = await readFile(inputPath);
  if (source.codec) content = await decompress(source.codec, content);
  if (source.container === 'tar' && !startsLikeTar(content)) throw damaged('archive');
  // If both formats have the same container, only the outer compression changes.
  if (source.container && target.container && source.container !== target.container) {
    if (source.container === 'tar' && hasSparseFiles(content)) {
      throw new ConversionError(fault('tar.holes'));
    }
    const sevenZip = await openSevenZip();
    unpack(sevenZip, { archive: content, container: source.container, password: wanted.password, folder });
    content = pack(sevenZip, folder, target.container, wanted);
  }
  if (target.codec) content = await compress(target.codec, content, wanted.level);
  await writeFile(outputPath, content);
}
