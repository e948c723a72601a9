import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { damaged } from '../api/conversionError.ts';
import { type ArchiveCodec, defaultLevels } from './archives.ts';
import { maxContentBytes, openSevenZip, tooLarge } from './sevenZip.ts';
import { zstdFrames } from './headers.ts';

const gzip = promisify(zlib.gzip);
const gunzip = promisify(zlib.gunzip);
const zstdCompress = promisify(zlib.zstdCompress);
const zstdDecompress = promisify(zlib.zstdDecompress);

const sevenZipTypes = { bz2: 'bzip2', xz: 'xz' } as const;
/** Zstandard has levels up to 22, but decompressing the highest ones needs more memory than some recipients have. */
const zstdLevels = [1, 1, 2, 3, 5, 7, 9, 12, 15, 19] as const;

/**
 * Removes one layer of compression.
 * @throws ConversionError
 */
export async function decompress(codec: ArchiveCodec, content: Uint8Array): Promise<Uint8Array> {
  switch (codec) {
    case 'gz':
      return within(gunzip(content, { maxOutputLength: maxContentBytes }));
    case 'zst':
      return decompressZstd(content);
    case 'bz2':
    case 'xz':
      return decompressBySevenZip(sevenZipTypes[codec], content);
  }
}

/** Adds one layer of compression; `level` is from 0 to 9. */
export async function compress(
  codec: ArchiveCodec,
  content: Uint8Array,
  level = defaultLevels[codec],
): Promise<Uint8Array> {
  switch (codec) {
    case 'gz':
      return gzip(content, { level });
    case 'zst': {
      const wanted = zstdLevels[level] ?? level;
      return zstdCompress(content, { params: { [zlib.constants.ZSTD_c_compressionLevel]: wanted } });
    }
    case 'bz2':
      return compressBySevenZip('bzip2', content, [`-mx=${level}`]);
    case 'xz':
      return compressBySevenZip('xz', content, [`-mx=${level}`]);
  }
}

async function decompressZstd(content: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytesLeft = maxContentBytes;
  for (const frame of zstdFrames(content)) {
    const part = await within(zstdDecompress(frame, { maxOutputLength: Math.max(1, bytesLeft) }));
    bytesLeft -= part.length;
    if (bytesLeft < 0) throw tooLarge();
    parts.push(part);
  }
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts);
}

async function within(output: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await output;
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? tooLarge() : damaged('archive', error);
  }
}

async function decompressBySevenZip(type: string, content: Uint8Array): Promise<Uint8Array> {
  const { disk, allow, run } = await openSevenZip();
  allow({ bytes: content.length + maxContentBytes, nodes: 10 });
  disk.writeFile('/packed', content, { canOwn: true });
  const { code, errors } = run(['x', '-y', '-bso0', '-bsp0', `-t${type}`, '-o/content', '/packed']);
  const name = code > 0 ? undefined : disk.readdir('/content').find((each) => !/^\.\.?$/.test(each));
  if (name === undefined) throw damaged('archive', errors);
  return disk.readFile(`/content/${name}`);
}

async function compressBySevenZip(
  type: string,
  content: Uint8Array,
  switches: readonly string[],
): Promise<Uint8Array> {
  const { disk, allow, run } = await openSevenZip();
  allow({ bytes: 2 * maxContentBytes + content.length, nodes: 10 });
  disk.writeFile('/content', content, { canOwn: true });
  const { code, errors } = run(['a', `-t${type}`, ...switches, '-bso0', '-bsp0', '/packed.out', '/content']);
  if (code > 0) throw damaged('archive', errors);
  return disk.readFile('/packed.out');
}
