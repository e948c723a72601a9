import { fileURLToPath } from 'node:url';
import type { Traits } from '../../contract/losses.ts';
import { baseName } from '../../jobs/core/fileUri.ts';
import type { SelectedFile } from '../../planning/possibilities.ts';
import type { LocalService } from '../localService/localService.ts';

/** Maximum number of files to probe. The traits of the others stay unknown. */
const maxFiles = 50;
/** The local service may have to start first, which takes long on a busy computer. */
const maxMs = 30_000;
/** The list is updated after the first file, and then after every tenth. */
const filesPerUpdate = 10;

/**
 * Probes the first files on disk, one after the other, until the signal aborts. Calls `found` with all traits known so
 * far, and the number of files that are still to be probed.
 */
export async function probeFiles(
  local: Pick<LocalService, 'probe'>,
  files: readonly SelectedFile[],
  signal: AbortSignal,
  found: (traits: ReadonlyMap<string, Traits>, left: number) => void,
): Promise<void> {
  const known = new Map<string, Traits>();
  // Closing the list doesn't abort a probe, because that would end a worker that the next conversion needs.
  const tooLate = AbortSignal.timeout(maxMs);
  const onDisk = files.filter(({ uri }) => uri.startsWith('file:')).slice(0, maxFiles);
  for (const [index, { uri }] of onDisk.entries()) {
    const request = { inputPath: fileURLToPath(uri), fileName: baseName(uri) };
    const traits = await local.probe(request, tooLate).catch(() => undefined);
    if (traits === undefined || signal.aborted) break;
    known.set(uri, traits);
    if (index % filesPerUpdate === 0) found(new Map(known), onDisk.length - known.size);
  }
  if (!signal.aborted) found(known, 0);
}
