import { type Fault, mapFault } from '../../contract/faults/fault.ts';
import { messageLimit, plainText } from '../../util/plainText.ts';

/** A fault whose texts are plain characters, no more than readers of faults take; libraries quote files in theirs. */
export function plainFault(found: Fault): Fault {
  return mapFault(found, (text) => plainText(text, messageLimit));
}
