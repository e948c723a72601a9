import type { Fault } from '../../contract/faults/fault.ts';
import {
  faultSentences,
  isUnsupportedKind,
  unsupportedSentence,
} from '../../contract/faults/faultSentences.ts';
import { foreign, say, type Words } from './words.ts';

/** Why a conversion failed. The messages are those that the services have in English. */
export function faultText({ id, parameters, file }: Fault): Words {
  const named = parameters.map((each) => (typeof each === 'string' ? foreign(each) : each));
  const text = say(faultSentences[id], ...named);
  const sentence = isUnsupportedKind(id) ? say(unsupportedSentence, text) : text;
  return file === undefined ? sentence : say('{0}: {1}', foreign(file), sentence);
}
