import { ConversionError } from '../api/conversionError.ts';

/** What a text that does not follow its format fails with: one sentence, with the line where it goes wrong. */
export function syntaxFault(format: string, line: number | undefined, reason: string): ConversionError {
  const place = line === undefined ? '' : `, line ${line}`;
  const sentence = reason.trim().replace(/\.$/, '');
  return new ConversionError('conversion.invalid_input', `Invalid ${format}${place}: ${sentence}.`);
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
