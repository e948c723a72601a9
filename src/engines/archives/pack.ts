import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type Container, defaultLevels } from './formats.ts';
import { maxContentBytes, maxNodes } from './limits.ts';
import type { ArchiveOptions } from './options.ts';
import type { SevenZip } from './sevenZip.ts';

// 7-Zip adds its own extension to a name that has none.
const packed = '/packed.out';
/** With one thread, LZMA at 7-Zip's own default takes four times as long to save a tenth. */

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
  // Incompressible content grows by headers.
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
      // Seconds since 1970 don't depend on the time zone; a ZIP's default is local time.
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
      // Includes fractions of seconds, which only this form of tar supports.
      return ['-ttar', '-mm=pax', '-mtp=0'];
  }
}
