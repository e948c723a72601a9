import { readFileSync } from 'node:fs';
import { ConfigurationError } from './configurationError.ts';

/** Reads a text file. @throws ConfigurationError if it can't be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`${file} can’t be read.`, { cause: error });
  }
}
