import os from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { isRoot } from '../engines/programs/confinement/sandbox.ts';
import { localLimits } from '../service/plans.ts';

/** A setting: its schema, which includes the default, and the conversion from an environment variable, unless it is a text. */
export interface NetworkSetting<T> {
  readonly schema: z.ZodMiniType<T>;
  /** A description of valid values, for error messages. */
  readonly expected: string;
  readonly fromText?: (text: string) => unknown;
  /** True if the value may also come from a file, which is named by the variable with the suffix `_FILE`. */
  readonly isSecret?: true;
}

function text(expected: string, form = /./): NetworkSetting<string | undefined> {
  return { schema: z.optional(z.string().check(z.regex(form))), expected };
}

function secret(expected: string, form?: RegExp): NetworkSetting<string | undefined> {
  return { ...text(expected, form), isSecret: true };
}

function isParsed(value: string): boolean {
  // The host of a database may be missing, because its socket is a parameter.
  return !value.includes('#') && URL.canParse(value.replace('@/', '@host/'));
}

/** An address in a form that programs can parse: passwords in it must be encoded. */
function address(expected: string, form: RegExp): NetworkSetting<string | undefined> {
  return { schema: z.optional(z.string().check(z.regex(form), z.refine(isParsed))), expected };
}

function secretAddress(kind: string, example: string, form: RegExp): NetworkSetting<string | undefined> {
  const expected = `the address of ${kind}, such as ${example}, with special characters encoded, such as # as %23`;
  return { ...address(expected, form), isSecret: true };
}

function textOr(fallback: string, expected: string): NetworkSetting<string> {
  return { schema: z.prefault(z.string().check(z.minLength(1)), fallback), expected };
}

function list(expected: string, form = /./): NetworkSetting<readonly string[]> {
  const schema = z.prefault(z.readonly(z.array(z.string().check(z.regex(form)))), []);
  return { schema, expected, fromText: (value) => value.split(',').map((each) => each.trim()) };
}

function count(fallback: number, min: number, max = 10_000_000): NetworkSetting<number> {
  return {
    schema: z.prefault(z.int().check(z.minimum(min), z.maximum(max)), fallback),
    expected: `a whole number from ${min} to ${max}`,
    fromText: (value) => (/^-?\d+$/.test(value) ? Number(value) : value),
  };
}

/**
 * All settings, keyed by their names in the configuration file. The environment variable of `databaseUrl` is
 * `FUN_DATABASE_URL`.
 */
export const settings = {
  databaseUrl: secretAddress('a PostgreSQL database', 'postgres://user@host/name', /^postgres(?:ql)?:\/\//),
  /** The folder for the built-in database. It also contains the files of jobs if `store` isn't set. */
  dataFolder: textOr(defaultDataFolder(), 'the path of a folder'),
  listen: textOr('127.0.0.1:8787', 'an address and a port, such as 0.0.0.0:8787'),
  /** The address on which the account pages and the identity provider listen. */
  accountsListen: textOr('127.0.0.1:8788', 'an address and a port, such as 0.0.0.0:8788'),
  /** The address of the account pages for browsers, which API nodes announce. */
  authUrl: address(
    'the https address of the account pages, such as https://accounts.example.com',
    /^(?:https:\/\/[^/?@]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?)\/?$/,
  ),
  /** The address of the API for clients. Keys for other addresses are refused. */
  apiUrl: address('the address of the API, such as https://files.example.com', /^https?:\/\/[^/?]+\/?$/),
  /** Redirect addresses for VS Code in a browser. Those of VS Code itself are always permitted. */
  redirectUris: list(
    'addresses that sign-ins may redirect to, separated by commas, such as https://code.example.com/callback',
  ),
  /** The organization's own OpenID Connect provider for signing in. */
  organizationIssuer: address(
    'the address of an OpenID Connect provider, such as https://login.example.com',
    /^(?:https:\/\/|http:\/\/127\.0\.0\.1[:/])/,
  ),
  organizationClientId: text('the client ID that the provider assigned to the account pages'),
  organizationClientSecret: secret('the client secret'),
  organizationDomains: list(
    'the domains of email addresses that may sign in, separated by commas, such as example.com',
  ),
  /** The plans of people, by group. The first matching group applies. */
  organizationPlans: list(
    'groups and their plans, separated by commas, such as designers=pro',
    /^[^=]+=[^=]+$/,
  ),
  /** The plan of people without a matching group, who are refused otherwise. */
  organizationDefaultPlan: text('the plan of people who are in none of the groups'),
  organizationAdmins: text('the group of administrators'),
  /** The secret of services that validate keys for the addresses of their callers. */
  validationSecret: secret('a secret of at least 32 characters', /^.{32,}$/),
  smtpUrl: secretAddress('a mail server', 'smtps://user:password@mail.example.com', /^smtps?:\/\//),
  mailFrom: textOr('File Utility Network <noreply@localhost>', 'the sender of mail'),
  tlsCertificateFile: text('the path of a PEM file with a certificate and its chain'),
  tlsKeyFile: text('the path of a PEM file with the private key of the certificate'),
  /** The proxies that are trusted to set `X-Forwarded-For`. */
  trustedProxies: list('addresses of proxies, separated by commas, such as 192.0.2.10'),
  /** The address for health checks and metrics, which need no key. */
  operationsListen: textOr('127.0.0.1:9464', 'an address and a port, such as 0.0.0.0:9464'),
  store: text('the path of a folder that all nodes share, or s3:// and the name of a bucket'),
  s3Endpoint: address(
    'the address of the S3-compatible store, such as https://s3.example.com',
    /^https?:\/\//,
  ),
  /** The store's address for clients, which then download results from it. Files must not cross networks unencrypted. */
  s3PublicUrl: address(
    'the address at which clients reach the store, such as https://store.example.com',
    /^(?:https:\/\/[^/?#@]+|http:\/\/127\.0\.0\.1(?::\d+)?)\/?$/,
  ),
  s3Region: textOr('us-east-1', 'the region of the bucket'),
  s3AccessKeyId: secret('the ID of an access key'),
  s3SecretAccessKey: secret('the secret of the access key'),
  /** The folder for files that a node checks or converts. */
  temporaryFolder: textOr(os.tmpdir(), 'the path of a folder'),
  /** The disk space in `temporaryFolder` for uploads to an API node. Submissions that don't fit are rejected. */
  spoolMegabytes: count(10_240, 1),
  /** The time in which an upload must progress by at least 30 kB. */
  uploadPaceSeconds: count(30, 1, 3600),
  /** The number of jobs that a worker runs at the same time. */
  places: count(localLimits.maxParallelJobs, 1, 256),
  /**
   * The maximum number of jobs of all accounts that are being processed or will be soon. Further submissions are
   * rejected.
   */
  maxJobsInFlight: count(10_000, 1),
  /** The time for which a result can be downloaded. */
  retentionSeconds: count(3600, 1),
  /** The interval of a worker's heartbeat, and the silence after which other workers take over its jobs. */
  beatSeconds: count(10, 1, 600),
  deadAfterSeconds: count(60, 2, 3600),
  sweepSeconds: count(30, 1, 3600),
  /** The time that current jobs and requests have to end after SIGTERM. */
  drainSeconds: count(600, 0, 86_400),
} as const;

export type SettingName = keyof typeof settings;

/** The values of all settings. Optional ones may be `undefined`. */
export type SettingValues = {
  readonly [Name in SettingName]: z.infer<(typeof settings)[Name]['schema']>;
};

/** Returns the variable that names a file with the value of a secret setting, or `undefined` for other settings. */
export function fileVariableOf(name: SettingName): string | undefined {
  const setting: NetworkSetting<unknown> = settings[name];
  return setting.isSecret ? `${variableOf(name)}_FILE` : undefined;
}

/** Returns the environment variable of a setting. For example, `databaseUrl` is `FUN_DATABASE_URL`. */
export function variableOf(name: SettingName): string {
  return `FUN_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/**
 * Returns the user's data folder. For root, the folder is one that other users can access, because PostgreSQL doesn't
 * run as root.
 */
function defaultDataFolder(): string {
  const parent = isRoot()
    ? '/var/lib'
    : process.env['XDG_DATA_HOME'] || path.join(os.homedir(), '.local/share');
  return path.join(parent, 'file-utility-network');
}
