import type { DocumentedToolId } from '../../../src/contract/tools.ts';
import { anyOf, seededRandom } from '../../../test/support/seededRandom.ts';
import { mutatedFile } from '../mutations/mutatedFile.ts';
import { type FuzzedReader, nameOf } from './readers.ts';
import { sampleContent } from './samples.ts';

/** A file and a request to the service. */
export interface FuzzRequest {
  readonly tool: DocumentedToolId;
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

/** A request, with the sample that was mutated for it. */
export interface FuzzCase extends FuzzRequest {
  readonly sample: string;
}

/** The case of a reader with this number. It stays the same as long as the samples do. */
export function caseOf(reader: FuzzedReader, seed: number, number: number): FuzzCase {
  const random = seededRandom(seed, nameOf(reader), reader.tool, number);
  const sample = anyOf(reader.samples, random) ?? '';
  const other = anyOf(reader.samples, random) ?? '';
  const to = anyOf(reader.targets, random) ?? '';
  const bytes = mutatedFile(sampleContent(sample), sampleContent(other), random);
  return { tool: reader.tool, from: reader.from, to, sample, bytes };
}
