import type { Job } from '../../jobs/core/job.ts';
import { splitName } from '../../jobs/placement/safeFileName.ts';
import { say } from '../text/words.ts';
import { askForText } from '../ui/inputs.ts';

/** Has a person choose another name for a result whose name is taken; `undefined` when the person gives up. */
export async function askForName({ state }: Job): Promise<string | undefined> {
  if (state.name !== 'needsName') return undefined;
  const { fileName } = state;
  const name = await askForText({
    title: say('Name of the result'),
    value: fileName,
    selection: [0, splitName(fileName).stem.length],
    objection: (value) => (value.trim() === '' ? say('Enter a name.') : undefined),
  });
  return name?.trim();
}
