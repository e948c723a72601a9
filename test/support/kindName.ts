import { type Fault, faultSentence } from '../../src/contract/fault.ts';

/** The name of an unsupported kind of file, which is the beginning of the fault's sentence. */
export function kindName(found: Fault | undefined): string | undefined {
  return found && faultSentence(found).replace(/ aren’t supported\..*$/, '');
}
