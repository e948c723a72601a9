import { say, wholePath } from './text/words.ts';
import { showWarning } from './window/messages.ts';

/** Says once that a list of jobs could not be read, and where it was put. */
export function warnOfJournal(path: string): void {
  void showWarning(
    say('A list of jobs could not be read whole. It was put aside, not deleted: {0}', wholePath(path)),
  );
}
