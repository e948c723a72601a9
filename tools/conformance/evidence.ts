import { redactor } from '../../src/client/credentials.ts';
import { plainText } from '../../src/util/plainText.ts';

/** An observation as one plain line, with the key removed. */
export function evidence(text: string, key: string): string {
  return plainText(
    redactor(() => [key])(text)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}
