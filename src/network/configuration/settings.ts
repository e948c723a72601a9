import os from 'node:os';
import * as z from 'zod/mini';
import { localLimits } from '../../service/localLimits.ts';

/** One value of the configuration: what it may be, what holds without it, and how it is written in the environment. */
interface Setting<T> {
  readonly schema: z.ZodMiniType<T>;
  /** What to say where it is not what it may be. */
  readonly takes: string;
  readonly fromText: (text: string) => unknown;
  /** Whether it may also come from a file that the variable with `_FILE` behind it names. */
  readonly isSecret?: true;
}

const filled = z.string().check(z.minLength(1));

function text(takes: string): Setting<string | undefined> {
  return { schema: z.optional(filled), takes, fromText: (value) => value };
}

function secret(takes: string): Setting<string | undefined> {
  return { ...text(takes), isSecret: true };
}

function textOr(unset: string, takes: string): Setting<string> {
  return { schema: z.prefault(filled, unset), takes, fromText: (value) => value };
}

function list(takes: string): Setting<readonly string[]> {
  const schema = z.prefault(z.readonly(z.array(filled)), []);
  return { schema, takes, fromText: (value) => value.split(',').map((each) => each.trim()) };
}

function count(unset: number, least: number, most = 10_000_000): Setting<number> {
  return {
    schema: z.prefault(z.int().check(z.minimum(least), z.maximum(most)), unset),
    takes: `a whole number from ${least} to ${most}`,
    fromText: (value) => (/^-?\d+$/.test(value) ? Number(value) : value),
  };
}

const daySeconds = 86_400;

/** Every setting by its name in the file; in the environment it is `FUN_` and the name in capitals. */
export const settings = {
  databaseUrl: secret('the address of a PostgreSQL database, such as postgres://user@host/name'),
  plansFile: text('the path of a JSON file with plans'),
  /** Where API nodes listen. */
  listen: textOr('127.0.0.1:8787', 'an address and a port, such as 0.0.0.0:8787'),
  tlsCertificateFile: text('the path of a PEM file with a certificate and those above it'),
  tlsKeyFile: text('the path of a PEM file with the key of the certificate'),
  /** Who may say in `X-Forwarded-For` whose requests it passes on. */
  trustedProxies: list('addresses of proxies, separated by commas, such as 192.0.2.10'),
  /** Where health and metrics are answered, without a key. */
  operationsListen: textOr('127.0.0.1:9464', 'an address and a port, such as 0.0.0.0:9464'),
  /** Where the files are. */
  store: text('the path of a folder that all nodes share, or s3:// and the name of a bucket'),
  s3Endpoint: text('the address of the S3-compatible store, such as https://s3.example.com'),
  s3Region: textOr('us-east-1', 'the region of the bucket'),
  s3AccessKeyId: secret('the id of an access key'),
  s3SecretAccessKey: secret('the secret of the access key'),
  /** Where a node keeps files for as long as it looks at them or works on them. */
  temporaryFolder: textOr(os.tmpdir(), 'the path of a folder'),
  /** How much an API node keeps there at once; submissions beyond it are refused. */
  spoolMegabytes: count(10_240, 1),
  /** In how many seconds at least 30 kB of an upload have to come. */
  uploadPaceSeconds: count(30, 1, 3600),
  /** How many jobs a worker does at once. */
  places: count(localLimits.maxParallelJobs, 1, 256),
  /** How many jobs of all accounts may be at the workers or on their way there; submissions beyond it are refused. */
  maxJobsInFlight: count(10_000, 1),
  /** How long a result can be downloaded. */
  retentionSeconds: count(3600, 1),
  /** How often a worker says that it lives, and after how long a silence its jobs are given to others. */
  beatSeconds: count(10, 1, 600),
  deadAfterSeconds: count(60, 2, 3600),
  sweepSeconds: count(30, 1, 3600),
  /** How long jobs and requests may go on after SIGTERM before they are given to others, or cut off. */
  drainSeconds: count(600, 0, daySeconds),
  /** For rehearsals: the least time that a job takes, and what is added to the time of the database for windows of credits. */
  jobDelayMs: count(0, 0),
  clockOffsetSeconds: count(0, -100 * daySeconds, 100 * daySeconds),
} as const;

export type SettingName = keyof typeof settings;

/** The values of all settings; what is optional and not set is `undefined`. */
export type SettingValues = {
  readonly [Name in SettingName]: z.infer<(typeof settings)[Name]['schema']>;
};

/** The variable that names a file with the value, for secrets; `undefined` for other settings. */
export function fileVariableOf(name: SettingName): string | undefined {
  const setting: Setting<unknown> = settings[name];
  return setting.isSecret ? `${variableOf(name)}_FILE` : undefined;
}

/** `databaseUrl` is `FUN_DATABASE_URL`. */
export function variableOf(name: SettingName): string {
  return `FUN_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
