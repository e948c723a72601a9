import type { Fault } from '../../contract/faults/fault.ts';
import type { Work, WorkResult } from '../../engines/api/work.ts';

/** Messages from the pool to a worker. */
export interface WorkerRequest {
  readonly work: Work;
}

/** A worker's answer, one per request. */
export interface WorkerAnswer {
  /** Absent once the output has been written. */
  readonly fault?: Fault;
  readonly result?: WorkResult;
  /** The worker's memory at the end of its work: the watchdog may report the maximum. */
  readonly rssBytes?: number;
}

/** The pipe over which a worker's watchdog reports memory. */
export const watchdogFd = 4;
