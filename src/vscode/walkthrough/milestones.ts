import type { Job } from '../../jobs/core/job.ts';

/** What a person does once to know the product; the walkthrough ticks a step off for each. */
export const milestones = ['converted', 'compressed', 'usedOptions'] as const;
export type Milestone = (typeof milestones)[number];

/** What was reached with a job: only what is done counts. */
export function milestonesOf({ tool, options = {}, placement, state }: Job): Milestone[] {
  if (state.name !== 'done') return [];
  const hasChosen = Object.keys(options).length > 0 || placement.output?.preset !== undefined;
  return [tool === 'compress' ? 'compressed' : 'converted', ...(hasChosen ? (['usedOptions'] as const) : [])];
}
