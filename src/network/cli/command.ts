import { parseArgs } from 'node:util';
import { ConfigurationError } from '../configuration/configurationError.ts';

/** A command line, taken apart. */
export interface Command {
  /** What stands there without a name, in order: the command itself first. */
  readonly words: readonly string[];
  readonly config: string | undefined;
  readonly json: boolean;
  /** What to run as, where it is no command. */
  readonly role: string | undefined;
  readonly plan: string | undefined;
  readonly credits: string | undefined;
  readonly name: string | undefined;
  readonly allow: readonly string[];
  readonly note: string | undefined;
}

const options = {
  config: { type: 'string' },
  json: { type: 'boolean', default: false },
  role: { type: 'string' },
  plan: { type: 'string' },
  credits: { type: 'string' },
  name: { type: 'string' },
  allow: { type: 'string', multiple: true },
  note: { type: 'string' },
} as const;

/** @throws ConfigurationError */
export function parseCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { config, json, role, plan, credits, name, allow = [], note } = values;
    return { words: positionals, config, json, role, plan, credits, name, allow, note };
  } catch (error) {
    // Node appends advice to its first sentence.
    const sentence = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new ConfigurationError(`${sentence}.`, { cause: error });
  }
}

/** The word at a place of the command. @throws ConfigurationError that says what is missing there */
export function wordAt({ words }: Command, index: number, what: string): string {
  const word = words[index];
  if (word === undefined || word === '') throw new ConfigurationError(`${what} is missing.`);
  return word;
}

/** @throws ConfigurationError for what is no whole number from 0 up */
export function wholeNumber(text: string, what: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new ConfigurationError(`${what} takes a whole number, not "${text}".`);
  return value;
}
