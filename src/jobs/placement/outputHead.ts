import { piecesOf } from '../../util/byteReader.ts';
import type { Job, StateOf } from '../core/job.ts';
import { type FileStore, isFileError } from '../files/fileStore.ts';
import { mayBeFormat } from './magicBytes.ts';
import { namesBundle } from './outputName.ts';
import { pictureHeadBytes, pictureSize } from './pictureSize.ts';
import { asksForOutput } from './template.ts';
import type { OutputFacts } from './templateValues.ts';

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
