import { commands, type CommandId } from '../../manifest.ts';
import { joined, say, type Words } from '../text/words.ts';
import type { Row } from './row.ts';

/** What an empty list has in place of jobs: a row for each way to begin. Files can be dropped on them, too. */
export const startRows: ReadonlyMap<string, () => Row> = new Map([
  startRow(commands.convert, 'arrow-swap', () => say('Convert files…'), dropHint),
  startRow(commands.compressSelected, 'fold', () => say('Compress files…'), dropHint),
  startRow(commands.setUpNetwork, 'cloud', () => say('Set up network…'), keyHint),
]);

function keyHint(): Words {
  return say('with an API key');
}

function dropHint(): Words {
  return say('or drop them here');
}

function startRow(
  command: CommandId,
  icon: string,
  label: () => Words,
  description: () => Words,
): [string, () => Row] {
  return [
    command,
    () => ({
      label: label(),
      description: description(),
      tooltip: label(),
      spoken: joined([label(), description()], ', '),
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
