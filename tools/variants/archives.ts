import { archive } from '../../test/support/service/fixtures.ts';
import { madeTogether, named } from './batch.ts';
import type { Variant } from './variant.ts';

const password = 'geheim';

/** Archives that WinRAR wrote, from libarchive's tests, because no free program writes RAR. */
const rars = (...files: readonly string[]): Variant[] =>
  files.map((name) => ({ format: 'rar', name, make: async () => archive(`rar/${name}.rar`) }));

/**
 * Archives by Python, GNU tar, cpio, 7-Zip, bsdtar, genisoimage, xorriso, gcab, wimlib, gzip, xz, and zstd.
 */
const madeVariants: readonly Variant[] = madeTogether('archives.py', [
  ...named(
    'zip',
    `BZip2, by 7-Zip | Deflate64, by 7-Zip | LZMA, by 7-Zip | LZMA | PPMd, by 7-Zip | XZ, by 7-Zip
    Zstandard | by bsdtar, sizes after the data | bzip2 | comments | data before it | deflate
    unknown extra fields | names in CP437 | names in UTF-8 without the flag | sizes of 64 bits
    sizes of 64 bits everywhere | stored | written as a stream`,
  ),
  ...named(
    'tar',
    `GNU tar, gnu | GNU tar, oldgnu | GNU tar, posix | GNU tar, sparse | GNU tar, ustar | GNU tar, v7
    GNU, long names | GNU, numbers in base 256 | pax, long names | ustar | v7`,
  ),
  ...named(
    'tar.gz',
    `by Python | extra field, comment and header sum | several members | stored | with a name
    trailing zeros`,
  ),
  ...named('tar.bz2', 'by Python | several members'),
  ...named(
    'tar.xz',
    `blocks and SHA-256 | by Python | several streams with padding | without a check
    x86 and delta filters`,
  ),
  ...named('tar.zst', 'a long window | by GNU tar | of unknown size | several frames and a skippable one'),
  ...named(
    '7z',
    `ARM64 filter | BCJ and LZMA | BCJ2 | BZip2 | Deflate | LZMA | LZMA2 | PPMd | by bsdtar | copied
    delta | not solid | plain headers`,
  ),
  ...named('cab', 'MSZIP | stored'),
  ...named(
    'iso',
    `Joliet and Rock Ridge | Joliet | Rock Ridge | UDF beside it | by xorriso | long plain names | plain`,
  ),
  ...named('cpio', 'HP-UX | binary | by bsdtar | newc | odc | sums'),
  ...named('wim', 'LZMS | LZX | XPRESS | not compressed | solid'),
  { format: 'tar', name: 'GNU tar, sparse 0.0 in pax', isRefused: true },
  { format: 'tar', name: 'GNU tar, sparse 0.1 in pax', isRefused: true },
  { format: 'tar', name: 'GNU tar, sparse 1.0 in pax', isRefused: true },
  { format: 'zip', name: 'an unknown method', isRefused: true },
  ...named(
    'zip',
    `locked: AES of 128 bits, by 7-Zip | locked: AES of 192 bits, by 7-Zip
    locked: AES of 256 bits, by 7-Zip | locked: AES of 256 bits, by bsdtar | locked: ZipCrypto, by 7-Zip
    locked: ZipCrypto, by Info-ZIP | locked: ZipCrypto, by bsdtar`,
  ).map((each) => ({ ...each, password })),
  ...named('7z', 'locked | locked with its names | locked, uncompressed').map((each) => ({
    ...each,
    password,
  })),
  { format: 'zip', name: 'the last of several volumes', isRefused: true },
  { format: 'zip', name: 'the first of several volumes', isRefused: true },
  { format: 'wim', name: 'the first of several volumes', isRefused: true },
]);

export const archiveVariants: readonly Variant[] = [
  ...madeVariants,
  ...rars(
    'old',

    'old-windows',
    'blake2',
    'compressed',
    'hard-link',
    'owner',
    'solid',
    'stored',
    'windows',
  ),
  ...rars('old-volume', 'volume').map((each) => ({ ...each, isRefused: true as const })),
];
