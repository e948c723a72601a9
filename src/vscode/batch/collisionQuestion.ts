import type { OnCollision } from '../../jobs/core/job.ts';
import { say, type SafeText } from '../text/safeText.ts';
import type { Choice } from '../ui/choice.ts';

/** The answer to name collisions in a batch: one action for all results, or a name for each. */
export type CollisionAnswer = Exclude<OnCollision, 'ask'> | 'chooseNames';

/** The question when a result's name already exists, in a batch with this number of jobs. */
export function collisionQuestion(
  name: SafeText,
  jobs: number,
): { title: SafeText; placeHolder: SafeText; entries: readonly Choice<CollisionAnswer>[] } {
  const isOne = jobs === 1;
  return {
    title: say('“{0}” already exists', name),
    placeHolder: isOne
      ? say('What should happen to the result?')
      : say('What should happen to results whose names are taken?'),
    entries: [
      {
        value: 'rename',
        label: isOne ? say('Rename') : say('Rename All'),
        description: say('Save under another name, such as “photo (1).webp”'),
      },
      {
        value: 'overwrite',
        label: isOne ? say('Overwrite') : say('Overwrite All'),
        description: say('Replace the existing file after backing it up'),
      },
      {
        value: 'skip',
        label: isOne ? say('Skip') : say('Skip All'),
        description: say('Keep the existing file and don’t save the result'),
      },
      { value: 'chooseNames', label: isOne ? say('Choose Name…') : say('Choose Names…') },
    ],
  };
}
