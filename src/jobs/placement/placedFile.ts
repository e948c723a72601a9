import type { PlacedFile } from '../core/job.ts';
import type { FileFacts } from '../files/fileStore.ts';

/** Whether what has the name now is the file that we put there, unchanged. */
export function isStill(placed: PlacedFile, facts: FileFacts | undefined): boolean {
  return (
    facts !== undefined &&
    facts.kind === 'file' &&
    !facts.isLink &&
    facts.sizeBytes === placed.sizeBytes &&
    facts.modifiedMs === placed.modifiedMs
  );
}
