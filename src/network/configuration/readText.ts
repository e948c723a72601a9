import { readFileSync } from 'node:fs';
import { ConfigurationError } from './configurationError.ts';

/** @throws ConfigurationError for a file that can't be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`${file} can’t be read.`, { cause: error });
  }
}
