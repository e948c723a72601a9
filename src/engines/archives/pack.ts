import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type Container, defaultLevels } from './formats.ts';
import { maxContentBytes, maxNodes } from './limits.ts';
import type { ArchiveOptions } from './options.ts';
import type { SevenZip } from './sevenZip.ts';

// The name has an extension because 7-Zip would otherwise add its own.
const packed = '/packed.out';

/**
 * Compresses a folder in memory.
 * @throws ConversionError
 */
export function pack(
  sevenZip: SevenZip,
  folder: string,
  container: Container,
  options: ArchiveOptions,
): Uint8Array {
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
