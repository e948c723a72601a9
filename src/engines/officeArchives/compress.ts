import { open } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { formatOfHead } from '../../contract/formats/formatOfHead.ts';
import { isConversionError } from '../api/conversionError.ts';
import type { EngineTask } from '../api/task.ts';
import { openImage } from '../images/open.ts';
import { smallerImage } from '../images/smallerImage.ts';
import { type ByteSource, openBytes } from '../lib/byteSource.ts';
import { hasStream, isCompoundFile } from '../lib/compoundFile.ts';
import { smallestDeflate } from '../lib/deflate.ts';
import { writeBestWithinSize } from '../lib/search.ts';
import { enforceSizeLimits, maxBytesOf } from '../lib/compressionOptions.ts';
import { methods, type ZipEntry } from '../lib/zip.ts';
import { ZipWriter } from '../lib/zipWriter.ts';
import { officeArchiveOptions, type OfficeArchiveOptions } from './officeArchives.ts';
import { checkedEntries, encrypted, type OfficePart, partsOf } from './parts.ts';

/** The file that EPUB and ODF require to come first and uncompressed, so that the first bytes show the type. */
const typePart = 'mimetype';

/**
 * Compresses a document that is a ZIP: recompresses its files, and re-encodes pictures in the same format and under the
 * same name, so that references stay valid. Files that wouldn't get smaller stay unchanged.
 * @throws ConversionError
 */
export async function compressOfficeArchive(task: EngineTask): Promise<void> {
  const wanted = officeArchiveOptions.parse(task.options);
  const { inputPath, outputPath } = task;
  const source = openBytes(inputPath);
  try {
    if (isEncryptedOffice(source)) throw encrypted();
    const most = maxBytesOf(wanted);
    const steps = pictureSteps(wanted);
    const count = most === Infinity || wanted.lossless ? 1 : steps.length;
    await writeBestWithinSize(
      outputPath,
      count,
      (index) => writeParts(source, steps[index] ?? wanted, outputPath),
      most,
    );
  } finally {
    source.dispose();
  }
  await enforceSizeLimits(task, wanted);
}

async function writeParts(
  source: ByteSource,
  wanted: PictureRequirements,
  outputPath: string,
): Promise<void> {
  const entries = checkedEntries(source);
  const ordered = [...entries.filter(isType), ...entries.filter((entry) => !isType(entry))];
  const deadline = performance.now() + maxPictureMs;
  const file = await open(outputPath, 'w', 0o600);
  try {
    const writer = new ZipWriter();
    for (const part of partsOf(source, ordered)) {
      const inTime = performance.now() < deadline;
      const picture = inTime ? await smallerPicture(part.content, wanted) : undefined;
      const pieces = addSmallest(writer, picture === undefined ? part : withContent(part, picture));
      for (const piece of pieces) await file.writeFile(piece);
    }
    await file.writeFile(writer.end());
  } finally {
    await file.close();
  }
}

function isType({ name }: ZipEntry): boolean {
  return name.toString() === typePart;
}

function withContent({ entry }: OfficePart, content: Buffer): OfficePart {
  return {
    entry: { ...entry, method: methods.stored, crc: crc32(content), bytes: content.length },
    packed: content,
    content,
  };
}

function addSmallest(writer: ZipWriter, { entry, packed, content }: OfficePart): readonly Uint8Array[] {
  if (isType(entry)) return writer.add(entry, methods.stored, content);
  const deflated = deflateRawSync(content, smallestDeflate);
  const isOlderSmaller = packed.length <= deflated.length && entry.method === methods.deflated;
  const [method, best] = isOlderSmaller ? [methods.deflated, packed] : [methods.deflated, deflated];
  return best.length < content.length
    ? writer.add(entry, method, best)
    : writer.add(entry, methods.stored, content);
}

/**
 * True for an encrypted Office document, which is a compound file with a stream named `EncryptedPackage` (MS-OFFCRYPTO,
 * 2.3.4.4).
 */
function isEncryptedOffice(source: ByteSource): boolean {
  return isCompoundFile(source) && hasStream(source, ['EncryptedPackage']);
}

/** Picture formats that are re-encoded inside a document. Vector graphics stay unchanged. */
const formats = new Set(['jpg', 'png', 'gif', 'webp']);
const headBytes = 64;
/** The maximum time for pictures. The remaining ones stay unchanged, so that the job ends in time. */
export const maxPictureMs = 180_000;

/** The compression options for pictures. */
export type PictureRequirements = Pick<
  OfficeArchiveOptions,
  'lossless' | 'quality' | 'maxWidth' | 'maxHeight'
>;

/** Settings for further attempts, from best to smallest: quality, and longest side in pixels. */
const harsherSteps = [
  [80, 2000],
  [70, 1600],
  [60, 1200],
  [50, 900],
  [40, 650],
  [30, 450],
  [25, 300],
] as const;

/**
 * Returns the settings to try for a document's pictures: the user's first, then lower ones in case the document must
 * become smaller.
 */
export function pictureSteps(wanted: PictureRequirements): readonly PictureRequirements[] {
  const harsher = harsherSteps.map(([quality, side]) => ({
    quality: Math.min(quality, wanted.quality ?? quality),
    maxWidth: Math.min(side, wanted.maxWidth ?? side),
    maxHeight: Math.min(side, wanted.maxHeight ?? side),
  }));
  return [wanted, ...harsher];
}

/**
 * Re-encodes a picture in the same format. Returns `undefined` if the content isn't a picture, is damaged, or can't be
 * made smaller. A damaged picture doesn't fail the document.
 */
export async function smallerPicture(
  content: Buffer,
  wanted: PictureRequirements,
): Promise<Buffer | undefined> {
  const format = formatOfHead(content.subarray(0, headBytes));
  if (format === undefined || !formats.has(format)) return undefined;
  try {
    const { metadata } = await openImage(content);
    // CMYK pictures are skipped, because re-encoding would convert their colors to RGB.
    if (metadata.space === 'cmyk') return undefined;
    const { lossless, quality, maxWidth, maxHeight } = wanted;
    const requirements = { lossless, quality, maxWidth, maxHeight, keepOrientation: true };
    const smaller = await smallerImage(content, format, requirements);
    return smaller && smaller.length < content.length ? smaller : undefined;
  } catch (error) {
    if (isConversionError(error)) return undefined;
    throw error;
  }
}
