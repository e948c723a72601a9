import { mutated } from '../../../test/support/mutations.ts';
import { numberBelow, type Random } from '../../../test/support/seededRandom.ts';
import { dissect } from '../structures/dissect.ts';
import { mutatedParts } from './parts.ts';
import { isText, mutatedText } from './tokens.ts';

/** A mutated file. */
export interface Mutant {
  readonly bytes: Buffer;
  /** True if only its end is missing. */
  readonly isCutOff: boolean;
}

/** A complete file with a random defect. `other` is a file of the same format. */
export function mutatedFile(bytes: Buffer, other: Buffer, random: Random): Mutant {
  const way = random();
  if (way < 0.08) {
    return { bytes: bytes.subarray(0, 1 + numberBelow(bytes.length - 1, random)), isCutOff: true };
  }
  if (way < 0.12) return { bytes: spliced(bytes, other, random), isCutOff: false };
  let mutant = bytes;
  for (let count = random() < 0.7 ? 1 : 3; count > 0; count -= 1) mutant = mutatedOnce(mutant, random);
  return { bytes: mutant, isCutOff: false };
}

function mutatedOnce(bytes: Buffer, random: Random): Buffer {
  const dissection = random() < 0.7 ? dissect(bytes) : undefined;
  return dissection ? mutatedParts(dissection, random, mutatedContent) : mutatedContent(bytes, random);
}

function mutatedContent(bytes: Buffer, random: Random): Buffer {
  return isText(bytes) && random() < 0.8 ? mutatedText(bytes, random) : mutated(bytes, random);
}

/** The beginning of one file with the end of another. */
function spliced(bytes: Buffer, other: Buffer, random: Random): Buffer {
  const end = other.subarray(numberBelow(other.length, random));
  return Buffer.concat([bytes.subarray(0, numberBelow(bytes.length, random)), end]);
}
