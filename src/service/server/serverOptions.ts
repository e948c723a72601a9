import type { Work, WorkResult } from '../../engines/api/work.ts';
import type { FoundPrograms } from '../../engines/programs/findPrograms.ts';
import type { Clock } from '../../util/clock.ts';
import type { JobService } from './jobs/jobService.ts';
import type { Plan } from './jobs/plans.ts';

/** What the HTTP side of the service is told. */
export interface ServerOptions {
  readonly key: string;
  readonly allowedAddresses: readonly string[];
  /** Whether it listens where web pages can send requests to. */
  readonly checkHost: boolean;
  readonly plan: Plan;
  readonly clock: Clock;
  readonly jobs: JobService;
  /** Where uploads and outputs lie. */
  readonly folder: string;
  /** Looks which programs of the user's are there now. */
  readonly programs: () => Promise<FoundPrograms>;
  /** Has a worker look into a file before its job is accepted. */
  readonly measure: (work: Work) => Promise<WorkResult>;
  /** Called when a submission begins to arrive. */
  readonly onWillSubmit: () => void;
}
