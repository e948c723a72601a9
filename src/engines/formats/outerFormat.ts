import { formatOfFileName } from '../../contract/format.ts';
import { own } from '../../util/own.ts';

const zips = [
  ['docx', 'docm', 'dotx', 'xlsx', 'xlsm', 'xltx', 'pptx', 'pptm', 'ppsx', 'potx'],
  ['odt', 'ott', 'ods', 'ots', 'odp', 'otp'],
  ['epub', 'htmlz', 'cbz'],
].flat();

/** Formats whose content shows only what they are wrapped in. */
const outerFormats: Readonly<Record<string, string>> = {
  ...Object.fromEntries(zips.map((format) => [format, 'zip'])),
  'tar.gz': 'gz',
  'tar.bz2': 'bz2',
  'tar.xz': 'xz',
  'tar.zst': 'zst',
  svgz: 'gz',
  azw3: 'mobi',
  ogv: 'ogg',
  opus: 'ogg',
  spx: 'ogg',
  mka: 'mkv',
  weba: 'webm',
  m4a: 'mp4',
  m4v: 'mp4',
};

/** The format of a file: what its content shows, or what its name says of the content of a mere wrapping. */
export function formatShown(sniffed: string | undefined, fileName: string): string | undefined {
  const claimed = formatOfFileName(fileName);
  const outer = claimed === undefined ? undefined : own(outerFormats, claimed);
  return sniffed !== undefined && outer === sniffed ? claimed : sniffed;
}
