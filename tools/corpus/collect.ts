import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { formatOfFileName } from '../../src/contract/formats/naming.ts';
import { effectiveFormat } from '../../src/engines/sniff.ts';
import { formatOfHead } from '../../src/contract/formats/formatOfHead.ts';
import { mayBeFormat } from '../../src/jobs/placement/outputPlan.ts';
import { type CorpusTarget, targetFor } from './kinds.ts';

const headBytes = 4096;

/** A file to convert and compare. */
export interface CorpusFile extends CorpusTarget {
  readonly file: string;
  /** The path relative to the requested folder. */
  readonly path: string;
  readonly format: string;
}

/** All files below the folder that can be compared, sorted by name. Links aren't followed. */
export async function collect(folder: string, programs = false): Promise<CorpusFile[]> {
  const files: CorpusFile[] = [];
  for await (const file of filesBelow(folder)) {
    const format = await formatOf(file);
    const target = format === undefined ? undefined : targetFor(format, programs);
    if (format !== undefined && target) {
      files.push({ file, path: path.relative(folder, file), format, ...target });
    }
  }
  return files;
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else if (entry.isFile()) yield file;
  }
}

/** The format of the content, or that of the name if the content is compatible with it. */
async function formatOf(file: string): Promise<string | undefined> {
  const head = await headOf(file);
  const shown = effectiveFormat(formatOfHead(head), file);
  if (shown !== undefined) return shown;
  const claimed = formatOfFileName(file);
  return claimed !== undefined && mayBeFormat(head, claimed) ? claimed : undefined;
}

async function headOf(file: string): Promise<Buffer> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}
