import type { Cost } from '../../../engines/api/conversion.ts';
import type { NewJob } from '../jobs/job.ts';

/** The work for a submission and its cost: a job without the submission's names and paths. */
export interface AssignedWork {
  readonly work: Omit<NewJob, 'id' | 'tool' | 'folder' | 'outputPath' | 'inputBytes'>;
  readonly cost: Cost;
}
