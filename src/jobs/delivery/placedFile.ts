import type { FileFacts } from '../fileStore.ts';
import type { PlacedFile } from '../job.ts';

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
