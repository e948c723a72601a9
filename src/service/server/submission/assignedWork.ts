import type { Cost } from '../../../engines/api/row.ts';
import type { NewJob } from '../jobs/job.ts';

/** What a submission has done, and at what cost: all of its job but the submission's own names and places. */
export interface AssignedWork {
  readonly work: Omit<NewJob, 'id' | 'tool' | 'folder' | 'outputPath' | 'inputBytes'>;
  readonly cost: Cost;
}
