import type { JobOptions } from '../../jobs/core/service.ts';
import type { OutputWish } from './outputChoice.ts';

/** What is asked for beyond the task; where it says nothing, the settings count. */
export interface RunDetails {
  readonly options?: JobOptions;
  /** Where results go and what they are called. */
  readonly output?: OutputWish;
  /** Name of the preset that asks for it, which names and folders may hold. */
  readonly preset?: string;
  /** Whether compressed files take the place of their sources, whatever the settings say of results. */
  readonly inPlace?: boolean;
}
