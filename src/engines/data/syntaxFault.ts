import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

/** The error for invalid syntax: one sentence with the line number and the parser's reason. */
export function syntaxFault(format: string, line: number | undefined, reason: string): ConversionError {
  const words = reason.trim().replace(/\.$/, '');
  return new ConversionError(
    line === undefined ? fault('syntax', format, words) : fault('syntaxInLine', format, line, words),
  );
}

export function repeatedKey(format: string, line: number, key: string): ConversionError {
  return new ConversionError(fault('data.repeatedKey', format, line, key));
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
