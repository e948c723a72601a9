import { type Fault, faultSentence } from '../../src/contract/faults/fault.ts';

/** What a kind of file is called that nothing reads: the beginning of its sentence. */
export function kindName(found: Fault | undefined): string | undefined {
  return found && faultSentence(found).replace(/ aren’t supported\..*$/, '');
}
