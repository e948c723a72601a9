import { open } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import type { EngineWork } from '../api/work.ts';
import { type ByteSource, openBytes } from '../lib/byteSource.ts';
import { hasStream, isCompoundFile } from '../lib/compoundFile.ts';
import { writeBestWithinSize } from '../lib/search.ts';
import { enforceSizeLimits, maxBytesOf } from '../lib/sizeLimits.ts';
import { methods, type ZipEntry } from '../lib/zip/directory.ts';
import { ZipWriter } from '../lib/zip/writer.ts';
import { checkedEntries, encrypted, type OfficePart, partsOf } from './parts.ts';
import { maxPictureMs, type PictureRequirements, pictureSteps, smallerPicture } from './media.ts';
import { officeArchiveOptions } from './officeArchives.ts';

/** The file that EPUB and ODF require to come first and uncompressed, so that the first bytes show the type. */
const typePart = 'mimetype';

/**
 * Compresses a document that is a ZIP: recompresses its files, and re-encodes pictures in the same format and under the
 * same name, so that references stay valid. Files that wouldn't get smaller stay unchanged.
 * @throws ConversionError
 */
export async function compressOfficeArchive(work: EngineWork): Promise<void> {
  const wanted = officeArchiveOptions.parse(work.options);
  const { inputPath, outputPath } = work;
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
  await enforceSizeLimits(work, wanted);
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
  const deflated = deflateRawSync(content, { level: 9, memLevel: 9 });
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
