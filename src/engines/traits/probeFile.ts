import type { Traits } from '../../contract/losses.ts';
import { own } from '../../util/own.ts';
import type { EngineWork, WorkResult } from '../api/work.ts';
import { openBytes } from '../lib/byteSource.ts';
import { headerTraits } from './headers.ts';
import { packages, packageTraits } from './packages.ts';
import { marksOfTexts, textTraits } from './texts.ts';

/**
 * Detects what a conversion of the file could lose. Reads only a small part of the file. The traits of a damaged file
 * are unknown.
 */
export async function probeFile({ from, inputPath }: EngineWork): Promise<WorkResult> {
  const file = openBytes(inputPath);
  const traits = (): Traits => {
    const content = own(packages, from);
    if (content !== undefined) return packageTraits(file, content);
    const marks = own(marksOfTexts, from);
    return marks === undefined ? headerTraits(file, from, inputPath) : textTraits(file, marks);
  };
  try {
    return { traits: traits() };
  } catch {
    return { traits: {} };
  } finally {
    file.dispose();
  }
}
