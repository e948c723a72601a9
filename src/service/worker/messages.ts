import type { Fault } from '../../contract/faults/fault.ts';
import type { Work, WorkResult } from '../../engines/api/work.ts';

/** What the pool sends to a worker. */
export interface WorkerRequest {
  readonly work: Work;
}

/** What a worker answers, once a request. */
export interface WorkerAnswer {
  /** Absent when the output has been written. */
  readonly fault?: Fault;
  readonly result?: WorkResult;
  /** The memory that the worker holds once its work has ended: a beat of its watchdog may tell of the most that it held. */
  readonly rssBytes?: number;
}

/** The pipe over which a worker's watchdog reports memory. */
export const watchdogFd = 4;
