import type { ToolId } from '../../../src/contract/tools.ts';
import { numberBelow, type Random, seededRandom } from '../../support/seededRandom.ts';
import { type Mutant, mutatedFile } from '../mutations/mutatedFile.ts';
import { nameOf, type Reader } from './readers.ts';
import { sampleContent } from './samples.ts';

/** A file that a service is asked to do something with. */
export interface Request {
  readonly tool: ToolId;
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

/** A request with where it came from. */
export interface FuzzCase extends Request, Mutant {
  readonly sample: string;
}

/** The case of a reader that has this number: the same ones, as long as the samples are the same. */
export function caseOf(reader: Reader, seed: number, number: number): FuzzCase {
  const random = seededRandom(seed, nameOf(reader), reader.tool, number);
  const sample = one(reader.samples, random);
  const other = one(reader.samples, random);
  const to = one(reader.targets, random);
  const mutant = mutatedFile(sampleContent(sample), sampleContent(other), random);
  return { tool: reader.tool, from: reader.from, to, sample, ...mutant };
}

function one(list: readonly string[], random: Random): string {
  return list[numberBelow(list.length, random)] ?? '';
}
