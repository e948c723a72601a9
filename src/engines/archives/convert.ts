import { writeFile } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineTask } from '../api/task.ts';
import { archiveOptions, type ArchiveOptions, type Container, defaultLevels, layersOf } from './archives.ts';
import { compress } from './codecs.ts';
import { maxContentBytes, maxNodes, openSevenZip, type SevenZip } from './sevenZip.ts';
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
}: EngineTask): Promise<void> {
  const wanted = archiveOptions.parse(options);
  const [source, target] = [layersOf(from), layersOf(to)];
  let content = await readContent(inputPath, source);
  // If both formats have the same container, only the outer compression changes.
  if (source.container !== target.container) {
    const sevenZip = await openSevenZip();
    unpack(sevenZip, { archive: content, container: source.container, password: wanted.password, folder });
    content = pack(sevenZip, folder, target.container, wanted);
  }
  if (target.codec) content = await compress(target.codec, content, wanted.level);
  await writeFile(outputPath, content);
}

// The name has an extension because 7-Zip would otherwise add its own.
const packed = '/packed.out';

/**
 * Compresses a folder in memory.
 * @throws ConversionError
 */
function pack(sevenZip: SevenZip, folder: string, container: Container, options: ArchiveOptions): Uint8Array {
  const { disk } = sevenZip;
  // Headers make an archive of incompressible content larger than the content.
  sevenZip.allow({ bytes: 2 * maxContentBytes, nodes: maxNodes });
  disk.chdir(folder);
  const switches = [...switchesFor(container, options), '-bsp0', '-bso0'];
  const { code, errors } = sevenZip.run(['a', ...switches, packed, '.']);
  if (code > 0) {
    throw new ConversionError(fault('archive.unwritable'), { cause: errors });
  }
  return disk.readFile(packed);
}

function switchesFor(container: Container, { level, newPassword }: ArchiveOptions): string[] {
  const password = newPassword === undefined ? [] : [`-p${newPassword}`];
  switch (container) {
    case 'zip': {
      // Stores times as seconds since 1970, in UTC. By default, a ZIP stores local time.
      const sealing = newPassword === undefined ? [] : ['-mem=AES256'];
      return ['-tzip', '-mtp=1', `-mx=${level ?? defaultLevels.zip}`, ...sealing, ...password];
    }
    case '7z':
      return [
        '-t7z',
        `-mx=${level ?? defaultLevels['7z']}`,
        ...(newPassword === undefined ? [] : ['-mhe=on']),
        ...password,
      ];
    default:
      // Stores fractions of seconds, which only the pax form of tar supports.
      return ['-ttar', '-mm=pax', '-mtp=0'];
  }
}
