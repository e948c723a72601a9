import assert from 'node:assert/strict';
import { isConversionError } from '../../src/engines/api/conversionError.ts';

/** Checks that a reader refuses every proper prefix of a file with a sentence. */
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

/** Checks that a file is refused by a sentence with the code. */
export async function refusesWith(code: string, pending: Promise<unknown>): Promise<void> {
  await assert.rejects(pending, (error) => isConversionError(error) && error.code === code);
}
