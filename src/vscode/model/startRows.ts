import { commands, type CommandId } from '../../manifest.ts';
import { say, type Words } from '../text/words.ts';
import type { Row } from './row.ts';

/** What an empty list has in place of jobs: a row for each way to begin, on which files can be dropped, too. */
export const startRows: ReadonlyMap<string, () => Row> = new Map([
  startRow(commands.convert, 'arrow-swap', () => say('Convert files…')),
  startRow(commands.compressSelected, 'fold', () => say('Compress files…')),
  startRow(
    commands.setUpNetwork,
    'cloud',
    () => say('Set up network…'),
    () => say('for what this computer can’t do'),
  ),
]);

function startRow(
  command: CommandId,
  icon: string,
  label: () => Words,
  description = (): Words => say('or drop them here'),
): [string, () => Row] {
  return [
    command,
    () => ({
      label: label(),
      description: description(),
      tooltip: label(),
      spoken: label(),
      icon: { id: icon },
      contextValue: '',
      onClick: { title: label(), command, arguments: [] },
    }),
  ];
}

/** What is said above them. */
export function startMessage(): Words {
  return say(
    'Nothing has been converted yet. Right-click files in the Explorer and pick Convert & Compress, or start here. Without an account, files are converted on this computer and never uploaded.',
  );
}
