import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type Container, defaultLevels } from './formats.ts';
import { maxContentBytes, maxNodes } from './limits.ts';
import type { ArchiveOptions } from './options.ts';
import type { SevenZip } from './sevenZip.ts';

// 7-Zip adds its own extension to a name that has none.
const packed = '/packed.out';
/** LZMA at 7-Zip's own default takes four times as long for a tenth of the size, with one thread. */

/** Packs a folder in memory with everything in it. @throws ConversionError */
export function pack(
  sevenZip: SevenZip,
  folder: string,
  container: Container,
  options: ArchiveOptions,
): Uint8Array {
  const { disk } = sevenZip;
  // What can't be squeezed grows by headers.
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
      // Seconds since 1970 are the same in every time zone; what a zip has by default are local times.
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
      // With fractions of seconds, which only this form of tar has.
      return ['-ttar', '-mm=pax', '-mtp=0'];
  }
}
