import type { OnCollision } from '../../jobs/core/job.ts';
import { say, type Words } from '../text/words.ts';
import type { Choice } from '../ui/choice.ts';

/** The answer for results whose names are taken: one action for all, or a name for each. */
export type CollisionAnswer = Exclude<OnCollision, 'ask'> | 'chooseNames';

/** The question when a name in a batch with this number of jobs is taken. */
export function collisionQuestion(
  name: Words,
  jobs: number,
): { title: Words; placeHolder: Words; entries: readonly Choice<CollisionAnswer>[] } {
  const isOne = jobs === 1;
  return {
    title: say('“{0}” exists already', name),
    placeHolder: isOne
      ? say('What is to be done with the result?')
      : say('What is to be done with results whose names are taken?'),
    entries: [
      {
        value: 'rename',
        label: isOne ? say('Rename') : say('Rename All'),
        description: say('Save under a free name, such as “photo (1).webp”'),
      },
      {
        value: 'overwrite',
        label: isOne ? say('Overwrite') : say('Overwrite All'),
        description: say('Replace what exists, after a backup'),
      },
      {
        value: 'skip',
        label: isOne ? say('Skip') : say('Skip All'),
        description: say('Leave what exists and save nothing'),
      },
      { value: 'chooseNames', label: isOne ? say('Choose Name…') : say('Choose Names…') },
    ],
  };
}
