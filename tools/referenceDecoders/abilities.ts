import path from 'node:path';
import * as z from 'zod/mini';
import { PythonWorker } from '../../test/support/pythonWorker.ts';

const reader = new PythonWorker(path.join(import.meta.dirname, 'abilities.py'));
const factsShape = z.object({ abilities: z.array(z.string()) });

/**
 * An image's properties according to other programs, by the names of losses. `EXIF` and `XMP` mean metadata. A profile
 * and metadata are recognized by marks in the files of `test/fixtures/variants/abilities`.
 */
export async function abilitiesOf(file: string, format: string): Promise<ReadonlySet<string>> {
  return new Set(factsShape.parse((await reader.ask({ file, format })).facts).abilities);
}
