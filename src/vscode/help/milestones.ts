import * as z from 'zod/mini';
import type { Jobs } from '../../jobs/jobs.ts';
import { contextKeys as keysOfContext } from '../../manifest.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import type { ContextKeys } from '../ui/environment.ts';
import type { Job } from '../../jobs/core/job.ts';

/** Things that users do for the first time. Each checks off a step of the walkthrough. */
const milestones = ['converted', 'compressed', 'usedOptions'] as const;
type Milestone = (typeof milestones)[number];

/** The milestones that a job reaches once it is done. */
export function milestonesOf({ tool, options = {}, placement, state }: Job): Milestone[] {
  if (state.name !== 'done') return [];
  const hasChosen = Object.keys(options).length > 0 || placement.output?.preset !== undefined;
  return [tool === 'compress' ? 'compressed' : 'converted', ...(hasChosen ? (['usedOptions'] as const) : [])];
}

const storeKey = 'milestones';
const stored = z.array(z.enum(milestones));

const contextKeyOf: Readonly<Record<Milestone, (typeof keysOfContext)[keyof typeof keysOfContext]>> = {
  converted: keysOfContext.hasConverted,
  compressed: keysOfContext.hasCompressed,
  usedOptions: keysOfContext.hasUsedOptions,
};

/** Checks off the walkthrough's steps. Remembers them even after their jobs are removed from the list. */
export function followMilestones(jobs: Jobs, store: KeyValueStore, contextKeys: ContextKeys): Disposable {
  const reached = new Set<Milestone>(stored.safeParse(store.get(storeKey)).data);
  const show = (): void => {
    for (const milestone of reached) contextKeys.set(contextKeyOf[milestone], true);
  };
  show();
  return jobs.onDidChange(({ jobs: changed }) => {
    const news = changed.flatMap(milestonesOf).filter((milestone) => !reached.has(milestone));
    if (news.length === 0) return;
    for (const milestone of news) reached.add(milestone);
    show();
    void store.update(storeKey, [...reached]);
  });
}
