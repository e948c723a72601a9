import { readFileSync } from 'node:fs';
import { asObject, type JsonObject } from '../contract/read.ts';
import { parseJson } from '../util/json.ts';
import { ownValue } from '../util/ownValue.ts';
import {
  fileVariableOf,
  type NetworkSetting,
  type SettingName,
  settings,
  type SettingValues,
  variableOf,
} from './settings.ts';

/** The values of all settings. If `databaseUrl` is absent, the built-in database is used. */
export interface Configuration extends SettingValues {
  /** The files from which secret settings were read. */
  readonly secretFiles: readonly string[];
}

/** A configuration with a running database, whether built-in or not. */
export interface ConnectedConfiguration extends Configuration {
  readonly databaseUrl: string;
}

/** True if the configuration names a database, so that the built-in one isn't needed. */
export function isConnected(configuration: Configuration): configuration is ConnectedConfiguration {
  return configuration.databaseUrl !== undefined;
}

/** The maximum delay until callers see that a job has ended, because the end is dated inside a transaction. */
const lateMs = 1000;

/**
 * Returns the time in milliseconds from a job's end to the deletion of its result. It is never shorter than callers
 * expect.
 */
export function retentionMsOf({ retentionSeconds }: Configuration): number {
  return 1000 * retentionSeconds + lateMs;
}

/** Returns the address of the account pages for browsers. */
export function authUrlOf({ authUrl, accountsListen, tlsKeyFile }: Configuration): string {
  return authUrl ?? `${tlsKeyFile === undefined ? 'http' : 'https'}://${accountsListen}`;
}

const names = Object.keys(settings).filter((name): name is SettingName => Object.hasOwn(settings, name));

/**
 * Reads the settings from environment variables and from a file, if there is one. Environment variables take
 * precedence.
 * @throws ConfigurationError
 */
export function readConfiguration(env: NodeJS.ProcessEnv, file: string | undefined): Configuration {
  const inFile = file === undefined ? {} : readFile(file);
  for (const name of Object.keys(inFile)) {
    if (ownValue(settings, name) === undefined)
      throw new ConfigurationError(`${file} has an unknown setting "${name}".`);
  }
  const known = new Set(names.flatMap((name) => [variableOf(name), fileVariableOf(name)]));
  for (const name of Object.keys(env)) {
    if (name.startsWith('FUN_') && !known.has(name)) {
      throw new ConfigurationError(`The environment has an unknown setting ${name}.`);
    }
  }
  const values = names.map((name) => [name, valueOf(name, env, inFile, file)] as const);
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- each value was checked by its schema
  const configuration = Object.fromEntries(values) as SettingValues;
  const { tlsKeyFile, beatSeconds, deadAfterSeconds } = configuration;
  if (deadAfterSeconds < 2 * beatSeconds) {
    throw new ConfigurationError(
      `${variableOf('deadAfterSeconds')} must be at least twice ${variableOf('beatSeconds')}, so that a single lost heartbeat is harmless.`,
    );
  }
  checkOrganization(configuration);
  const secretFiles = [file, tlsKeyFile, ...names.map((name) => secretFileOf(name, env))];
  return { ...configuration, secretFiles: secretFiles.filter((each) => each !== undefined) };
}

function checkOrganization(values: SettingValues): void {
  if (values.organizationIssuer === undefined) return;
  const issuer = variableOf('organizationIssuer');
  if (values.organizationClientId === undefined)
    throw new ConfigurationError(`Set ${variableOf('organizationClientId')}, which ${issuer} needs.`);
  if (values.organizationPlans.length > 0 || values.organizationDefaultPlan !== undefined) return;
  const [plans, plan] = [variableOf('organizationPlans'), variableOf('organizationDefaultPlan')];
  throw new ConfigurationError(
    `With ${issuer}, set ${plans} or ${plan}, because nobody gets a plan otherwise.`,
  );
}

function valueOf(name: SettingName, env: NodeJS.ProcessEnv, inFile: JsonObject, file?: string): unknown {
  const { schema, expected, fromText = String, isSecret }: NetworkSetting<unknown> = settings[name];
  const text = textOf(name, env);
  const given = text === undefined ? ownValue(inFile, name) : fromText(text);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const where = text === undefined ? `${name} in ${file}` : variableOf(name);
  const rejected = isSecret || text === '' ? '' : `, not ${JSON.stringify(text ?? given)}`;
  throw new ConfigurationError(`${where} must be ${expected}${rejected}.`);
}

/**
 * Returns the value of a variable, or the content of the file that its `_FILE` variable names.
 * @throws ConfigurationError
 */
function textOf(name: SettingName, env: NodeJS.ProcessEnv): string | undefined {
  const [text, file] = [ownValue(env, variableOf(name)), secretFileOf(name, env)];
  if (file === undefined) return text;
  if (text === undefined) return readText(file).replace(/\r?\n$/, '');
  throw new ConfigurationError(`Set ${variableOf(name)} or ${fileVariableOf(name)}, not both.`);
}

function secretFileOf(name: SettingName, env: NodeJS.ProcessEnv): string | undefined {
  const variable = fileVariableOf(name);
  return variable === undefined ? undefined : ownValue(env, variable);
}

function readFile(file: string): JsonObject {
  const object = asObject(parseJson(readText(file)));
  if (object === undefined) throw new ConfigurationError(`${file} isn’t a JSON object.`);
  return object;
}

/**
 * An error in the command line, environment, or configuration file. Its message is one sentence for the person who
 * wrote them.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Reads a text file. @throws ConfigurationError if it can't be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`${file} can’t be read.`, { cause: error });
  }
}

/** Parses a whole number that isn't negative. @throws ConfigurationError for anything else */
export function wholeNumber(text: string, what: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new ConfigurationError(`${what} must be a whole number, not "${text}".`);
  return value;
}
