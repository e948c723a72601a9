import type { OutputTemplates } from '../../../src/jobs/core/job.ts';

/** A user's templates, with these properties replaced. */
export function outputTemplates(changes: Partial<OutputTemplates> = {}): OutputTemplates {
  return {
    folder: undefined,
    name: undefined,
    workspace: undefined,
    staysInWorkspace: false,
    preset: undefined,
    number: '1',
    ...changes,
  };
}
