import { disableTypes, imageSize } from 'image-size';
import { beginsSo } from '../../contract/formats/signature.ts';
import { formatById, necessaryBeginnings } from '../../contract/formats/table.ts';
import { piecesOf } from '../../util/byteReader.ts';
import type { Job, StateOf } from '../core/job.ts';
import { type FileStore, isFileError } from '../files/fileStore.ts';
import { namesBundle } from './outputName.ts';
import { asksForOutput, type OutputFacts } from './template.ts';

/** Facts about an output that its destination depends on: whether it is a ZIP bundle, and a picture's size. */
export async function lookAtOutput(
  files: FileStore,
  job: Job,
  { fileName, temporary }: StateOf<'placing'>,
): Promise<Pick<OutputFacts, 'size'> & { readonly isBundle: boolean }> {
  const { output } = job.placement;
  const mayBeBundle = namesBundle(job, fileName);
  const wantsSize = asksForOutput(output?.folder) || asksForOutput(output?.name);
  const head = mayBeBundle || wantsSize ? await headOf(files, temporary) : Buffer.alloc(0);
  return {
    // A service's ZIP must also have a ZIP's bytes.
    isBundle: mayBeBundle && mayBeFormat(head, 'zip'),
    size: wantsSize ? sizeOf(head) : undefined,
  };
}

/** Empty for a file that is gone. */
async function headOf(files: FileStore, uri: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of piecesOf(files.read(uri))) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= pictureHeadBytes) break;
    }
  } catch (error) {
    if (!isFileError(error) || error.code !== 'file.missing') throw error;
  }
  return Buffer.concat(chunks).subarray(0, pictureHeadBytes);
}

function sizeOf(head: Buffer): OutputFacts['size'] {
  const size = pictureSize(head);
  return size && { width: String(size.width), height: String(size.height) };
}

/** Number of bytes checked at the start of a file. */
export const magicLength = 1024;

/** True if a file with this beginning can be of the format; a format with unknown beginnings matches anything. */
export function mayBeFormat(head: Buffer, format: string | undefined): boolean {
  const beginnings = format === undefined ? [] : necessaryBeginnings(format);
  const text = head.toString('latin1');
  return beginnings.length === 0 || beginnings.some((beginning) => beginsSo(text, beginning));
}

/** True if a file of the format may be empty: an empty text is valid, an empty picture isn't. */
export function canBeEmpty(format: string): boolean {
  return formatById(format)?.canBeEmpty === true;
}

/** Its sizes aren't in pixels, and its patterns may be slow. */
disableTypes(['svg']);

/** Profiles, thumbnails, and other metadata may precede a picture's size. */
export const pictureHeadBytes = 1024 * 1024;

/** A picture's displayed size in pixels, from the start of its file: its metadata may rotate it. */
export function pictureSize(head: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    return orientation < 5 ? { width, height } : { width: height, height: width };
  } catch {
    return undefined;
  }
}
