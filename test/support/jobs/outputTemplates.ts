import type { OutputTemplates } from '../../../src/jobs/core/job.ts';

/** Templates that a person wants followed, with changes. */
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
