import { writeFile } from 'node:fs/promises';
import type { EngineWork } from '../api/work.ts';
import { compress } from './codecs.ts';
import { layersOf } from './formats.ts';
import { archiveOptions } from './options.ts';
import { pack } from './pack.ts';
import { openSevenZip } from './sevenZip.ts';
import { readContent, unpack } from './unpack.ts';

export { extractArchive } from './extract.ts';

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
  const [source, target] = [layersOf(from), layersOf(to)];
  let content = await readContent(inputPath, source);
  // If both formats have the same container, only the outer compression changes.
  if (source.container && target.container && source.container !== target.container) {
    const sevenZip = await openSevenZip();
    unpack(sevenZip, { archive: content, container: source.container, password: wanted.password, folder });
    content = pack(sevenZip, folder, target.container, wanted);
  }
  if (target.codec) content = await compress(target.codec, content, wanted.level);
  await writeFile(outputPath, content);
}
