import assert from 'node:assert/strict';
import { isConversionError } from '../../src/engines/api/conversionError.ts';

/** Asserts that a reader refuses every truncated version of a file with a conversion error. */
export async function refusesEveryBeginning(
  file: Buffer,
  read: (beginning: Buffer) => Promise<unknown>,
): Promise<void> {
  for (let length = 0; length < file.length; length += 1) {
    await assert.rejects(
      async () => read(Buffer.from(file.subarray(0, length))),
      isConversionError,
      `${length} of ${file.length} bytes`,
    );
  }
}

/** Asserts that a file is refused with a conversion error with this code. */
export async function refusesWith(code: string, pending: Promise<unknown>): Promise<void> {
  await assert.rejects(pending, (error) => isConversionError(error) && error.code === code);
}
