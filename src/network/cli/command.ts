import { parseArgs } from 'node:util';
import { ConfigurationError } from '../configuration/configurationError.ts';

export interface CliCommand {
  /** The arguments that aren't options: the command, its action, and the names or ids that the action applies to. */
  readonly words: readonly string[];
  readonly help: boolean;
  readonly config: string | undefined;
  readonly json: boolean;
  /** The role of a node; `undefined` for a one-time command. */
  readonly role: string | undefined;
  readonly account: string | undefined;
  readonly admin: boolean;
  readonly plan: string | undefined;
  readonly credits: string | undefined;
  readonly name: string | undefined;
  readonly names: string | undefined;
  readonly allow: readonly string[];
  readonly note: string | undefined;
  readonly status: string | undefined;
  readonly limit: string | undefined;
}

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  config: { type: 'string' },
  json: { type: 'boolean', default: false },
  role: { type: 'string' },
  account: { type: 'string' },
  admin: { type: 'boolean', default: false },
  plan: { type: 'string' },
  credits: { type: 'string' },
  name: { type: 'string' },
  names: { type: 'string' },
  allow: { type: 'string', multiple: true },
  note: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string' },
} as const;

/** Parses a command line. @throws ConfigurationError */
export function parseCommand(args: readonly string[]): CliCommand {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { allow = [], account, config, role, plan, credits, name, names, note, status, limit } = values;
    const { help, json, admin } = values;
    const texts = { account, config, role, plan, credits, name, names, note, status, limit };
    return { words: positionals, help, json, admin, allow, ...texts };
  } catch (error) {
    // Only the first sentence of Node's message is used, because the rest is advice for developers.
    const sentence = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new ConfigurationError(`${sentence}.`, { cause: error });
  }
}

/** Returns the word at a position of the command. @throws ConfigurationError that names the missing word */
export function wordAt({ words }: CliCommand, index: number, what: string): string {
  const word = words[index];
  if (word === undefined || word === '') throw new ConfigurationError(`${what} is missing.`);
  return word;
}
