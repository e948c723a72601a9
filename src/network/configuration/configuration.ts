import { asObject, type JsonObject } from '../../contract/read.ts';
import { parseJson } from '../../util/json.ts';
import { own } from '../../util/own.ts';
import { ConfigurationError } from './configurationError.ts';
import { readText } from './readText.ts';
import { fileVariableOf, type SettingName, settings, type SettingValues, variableOf } from './settings.ts';

/** What every role and command needs; the rest of the settings are each role's own. */
export interface Configuration extends SettingValues {
  readonly databaseUrl: string;
  /** The files that hold any of the settings' secrets. */
  readonly secretFiles: readonly string[];
}

/** The end of a job is dated within a transaction, which callers see a moment later. */
const lateMs = 1000;

/** For how long results are kept, in milliseconds after the date of their job's end; never shorter than what callers see. */
export function retentionMsOf({ retentionSeconds }: Configuration): number {
  return 1000 * retentionSeconds + lateMs;
}

const names = Object.keys(settings).filter((name): name is SettingName => Object.hasOwn(settings, name));

/**
 * Reads the file, where one is named, and the environment, which wins over it.
 * @throws ConfigurationError
 */
export function readConfiguration(env: NodeJS.ProcessEnv, file: string | undefined): Configuration {
  const inFile = file === undefined ? {} : readFile(file);
  for (const name of Object.keys(inFile)) {
    if (own(settings, name) === undefined) throw new ConfigurationError(`${file} has no setting "${name}".`);
  }
  const known = new Set(names.flatMap((name) => [variableOf(name), fileVariableOf(name)]));
  for (const name of Object.keys(env)) {
    if (name.startsWith('FUN_') && !known.has(name)) {
      throw new ConfigurationError(`The environment has ${name}, which is no setting.`);
    }
  }
  const values = names.map((name) => [name, valueOf(name, env, inFile, file)] as const);
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- each was checked by the schema of its name
  const configuration = Object.fromEntries(values) as SettingValues;
  const { databaseUrl } = configuration;
  if (databaseUrl === undefined) {
    throw new ConfigurationError(`${variableOf('databaseUrl')} is missing: ${settings.databaseUrl.takes}.`);
  }
  const { tlsKeyFile, beatSeconds, deadAfterSeconds } = configuration;
  if (deadAfterSeconds < 2 * beatSeconds) {
    throw new ConfigurationError(
      `${variableOf('deadAfterSeconds')} must be at least twice ${variableOf('beatSeconds')}, so that a single lost heartbeat does no harm.`,
    );
  }
  const secretFiles = [file, tlsKeyFile, ...names.map((name) => secretFileOf(name, env))];
  return { ...configuration, databaseUrl, secretFiles: secretFiles.filter((each) => each !== undefined) };
}

function valueOf(name: SettingName, env: NodeJS.ProcessEnv, inFile: JsonObject, file?: string): unknown {
  const { schema, takes, fromText } = settings[name];
  const text = textOf(name, env);
  const given = text === undefined ? own(inFile, name) : fromText(text);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const where = text === undefined ? `${name} in ${file}` : variableOf(name);
  throw new ConfigurationError(`${where} takes ${takes}.`);
}

/** What the environment says, in itself or by a file that it names. @throws ConfigurationError */
function textOf(name: SettingName, env: NodeJS.ProcessEnv): string | undefined {
  const [text, file] = [own(env, variableOf(name)), secretFileOf(name, env)];
  if (file === undefined) return text;
  if (text === undefined) return readText(file).replace(/\r?\n$/, '');
  throw new ConfigurationError(`Set ${variableOf(name)} or ${fileVariableOf(name)}, not both.`);
}

function secretFileOf(name: SettingName, env: NodeJS.ProcessEnv): string | undefined {
  const variable = fileVariableOf(name);
  return variable === undefined ? undefined : own(env, variable);
}

function readFile(file: string): JsonObject {
  const object = asObject(parseJson(readText(file)));
  if (object === undefined) throw new ConfigurationError(`${file} holds no JSON object.`);
  return object;
}
