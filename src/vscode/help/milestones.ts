import type { Job } from '../../jobs/core/job.ts';

/** Things that users do for the first time. Each checks off a step of the walkthrough. */
export const milestones = ['converted', 'compressed', 'usedOptions'] as const;
export type Milestone = (typeof milestones)[number];

/** The milestones that a job reaches once it is done. */
export function milestonesOf({ tool, options = {}, placement, state }: Job): Milestone[] {
  if (state.name !== 'done') return [];
  const hasChosen = Object.keys(options).length > 0 || placement.output?.preset !== undefined;
  return [tool === 'compress' ? 'compressed' : 'converted', ...(hasChosen ? (['usedOptions'] as const) : [])];
}
