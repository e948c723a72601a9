import { redactor } from '../../src/client/http/redaction.ts';
import { plainText } from '../../src/util/plainText.ts';

/** What was seen, in one plain line without the key. */
export function evidence(text: string, key: string): string {
  return plainText(
    redactor(() => [key])(text)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}
