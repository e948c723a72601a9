import { type FormatFacts, phrase } from './format.ts';
import { exactSignature, sufficientSignature } from './signature.ts';

export const archiveFormats: readonly FormatFacts[] = [
  {
    id: 'zip',
    name: 'ZIP',
    mediaType: 'application/zip',
    signature: exactSignature('PK\x03\x04', 'PK\x05\x06'),
  },
  {
    id: '7z',
    name: '7-Zip',
    mediaType: 'application/x-7z-compressed',
    signature: exactSignature('7z\xbc\xaf\x27\x1c'),
  },
  { id: 'rar', name: 'RAR', mediaType: 'application/vnd.rar', signature: exactSignature('Rar!\x1a\x07') },
  {
    id: 'gz',
    name: 'gzip',
    mediaType: 'application/gzip',
    signature: exactSignature('\x1f\x8b'),
  },
  { id: 'bz2', name: 'bzip2', mediaType: 'application/x-bzip2', signature: exactSignature('BZh') },
  { id: 'xz', name: 'XZ', mediaType: 'application/x-xz', signature: exactSignature('\xfd7zXZ\0') },
  {
    id: 'zst',
    name: 'Zstandard',
    mediaType: 'application/zstd',
    signature: exactSignature('\x28\xb5\x2f\xfd'),
  },
  {
    id: 'tar',
    name: phrase('Tape archive'),
    mediaType: 'application/x-tar',
    signature: exactSignature({ bytes: 'ustar', at: 257 }),
  },
  {
    id: 'tar.gz',
    name: phrase('Tape archive, gzip'),
    aliases: [phrase('Tarball')],
    extensions: ['tgz'],
    mediaType: 'application/gzip',
    signature: 'container',
    container: 'gz',
  },
  {
    id: 'tar.bz2',
    name: phrase('Tape archive, bzip2'),
    extensions: ['tbz', 'tbz2'],
    mediaType: 'application/x-bzip2',
    signature: 'container',
    container: 'bz2',
  },
  {
    id: 'tar.xz',
    name: phrase('Tape archive, XZ'),
    extensions: ['txz'],
    mediaType: 'application/x-xz',
    signature: 'container',
    container: 'xz',
  },
  {
    id: 'tar.zst',
    name: phrase('Tape archive, Zstandard'),
    extensions: ['tzst'],
    mediaType: 'application/zstd',
    signature: 'container',
    container: 'zst',
  },
  {
    id: 'cab',
    name: phrase('Windows cabinet'),
    mediaType: 'application/vnd.ms-cab-compressed',
    signature: exactSignature('MSCF\0\0\0\0'),
  },
  {
    id: 'cpio',
    name: 'cpio',
    mediaType: 'application/x-cpio',
    // Old binary archives begin with other bytes.
    signature: sufficientSignature('070701', '070702', '070707'),
  },
  { id: 'iso', name: phrase('Disc image'), mediaType: 'application/vnd.efi.iso', signature: 'none' },
  {
    id: 'wim',
    name: phrase('Windows image'),
    mediaType: 'application/x-ms-wim',
    signature: exactSignature('MSWIM\0\0\0'),
  },
];
