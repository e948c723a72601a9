import os from 'node:os';
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { ownExtensions } from '../../contract/extensions.ts';
import { type TierName, tierNamed } from '../../contract/tiers.ts';
import { type MechanismId, mechanismIds } from '../../engines/api/program.ts';
import { provenMechanisms } from '../../engines/programs/confinement/mechanisms.ts';
import { defaultSearch, programFinder } from '../../engines/programs/findPrograms.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { printError } from '../faults.ts';
import { networkPlan } from '../plans.ts';

const host = '127.0.0.1';

/** Serves on the loopback interface until it is stopped. Prints only its base URL, on one line. */
export async function runStandalone(scriptPath: string, args: readonly string[]): Promise<void> {
  const parsed = readArguments(args);
  const plan = networkPlan(parsed.plan, parsed.credits);
  const { createApiServer } = await import('./apiServer.ts');
  const service = await createApiServer({
    ...parsed,
    scriptPath,
    temporaryRoot: os.tmpdir(),
    checkHost: true,
    ...(parsed.isExtended && { extensions: ownExtensions }),
    plan,
    programs: programFinder(() => defaultSearch, systemClock),
    clock: shiftedClock(parsed.clockOffsetMs),
    poolSlots: parsed.poolSlots ?? plan.limits.maxParallelJobs,
  });
  // Runs when the process ends for any reason.
  process.once('exit', () => service.dispose());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0));
  try {
    process.stdout.write(`${await service.app.listen({ host, port: parsed.port })}\n`);
  } catch (error) {
    fail(
      `The service can’t listen on port ${parsed.port}: ${error instanceof Error ? error.message : 'unknown'}.`,
      1,
    );
  }
}

function readArguments(args: readonly string[]): StandaloneArguments {
  try {
    return parseStandaloneArguments(args);
  } catch (error) {
    if (error instanceof UsageError) return fail(error.message, 2);
    throw error;
  }
}

function fail(sentence: string, exitCode: number): never {
  printError(sentence);
  process.exit(exitCode);
}

function shiftedClock(offsetMs: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + offsetMs };
}

/** The command line options of the standalone service. */
interface StandaloneArguments {
  /** The port to listen on. 0 selects any free port. */
  readonly port: number;
  readonly plan: TierName;
  readonly key: string;
  /** Credits per window. If present, replaces the plan's credits. */
  readonly credits: number | undefined;
  readonly retentionMs: number;
  /** Number of slots in the worker pool; `undefined` for the plan's limit on parallel jobs. */
  readonly poolSlots: number | undefined;
  /** Minimum duration of a job in milliseconds. */
  readonly jobDelayMs: number;
  /** The addresses that may use the key. If empty, any address may. */
  readonly allowedAddresses: readonly string[];
  readonly clockOffsetMs: number;
  /** True to announce and support the API extensions. */
  readonly isExtended: boolean;
  /** The permitted ways to sandbox programs. If empty, programs run without a sandbox. */
  readonly confineBy: readonly MechanismId[];
}

/** The error for an invalid command line. Its message is one sentence for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A longer timer would fire immediately. */
const maxTimerMs = 2_147_483_000;

const options = {
  port: { type: 'string', default: '8787' },
  plan: { type: 'string', default: 'pro' },
  key: { type: 'string' },
  credits: { type: 'string' },
  'retention-seconds': { type: 'string', default: '3600' },
  pool: { type: 'string' },
  'job-delay-ms': { type: 'string', default: '0' },
  'allow-ip': { type: 'string', multiple: true },
  'clock-offset-seconds': { type: 'string', default: '0' },
  'without-extensions': { type: 'boolean', default: false },
  'confine-by': { type: 'string', default: provenMechanisms.join(',') },
} as const;

/**
 * Parses the command line.
 * @throws UsageError
 */
export function parseStandaloneArguments(args: readonly string[]): StandaloneArguments {
  const values = parse(args);
  const plan = tierNamed(values.plan);
  if (plan === undefined) throw new UsageError(`--plan must be guest, free, or pro, not "${values.plan}".`);
  if (!values.key) throw new UsageError('--key is missing: set the key that callers must send.');
  for (const address of values['allow-ip'] ?? []) {
    if (isIP(address) === 0) throw new UsageError(`--allow-ip must be an IP address, not "${address}".`);
  }
  return {
    port: integer('port', values.port, 0, 65_535),
    plan,
    key: values.key,
    credits: values.credits === undefined ? undefined : integer('credits', values.credits, 0),
    retentionMs: 1000 * number('retention-seconds', values['retention-seconds'], 0, maxTimerMs / 1000),
    poolSlots: values.pool === undefined ? undefined : integer('pool', values.pool, 1),
    jobDelayMs: number('job-delay-ms', values['job-delay-ms'], 0, maxTimerMs),
    allowedAddresses: values['allow-ip'] ?? [],
    clockOffsetMs: 1000 * number('clock-offset-seconds', values['clock-offset-seconds']),
    isExtended: !values['without-extensions'],
    confineBy: mechanismsNamed(values['confine-by']),
  };
}

function parse(args: readonly string[]): ReturnType<typeof parseArgs<{ options: typeof options }>>['values'] {
  try {
    return parseArgs({ args: negativeNumbersJoined(args), options, strict: true }).values;
  } catch (error) {
    // After the first sentence, Node gives advice that doesn't apply here.
    const sentence = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new UsageError(`${sentence}.`, { cause: error });
  }
}

/**
 * Joins negative numbers to their option using `=`, because `parseArgs` would read `--clock-offset-seconds -60` as two
 * options.
 */
function negativeNumbersJoined(args: readonly string[]): string[] {
  return args.reduce<string[]>((joined, arg) => {
    const last = joined.at(-1);
    if (/^-\d/.test(arg) && last !== undefined && /^--[a-z-]+$/.test(last)) {
      return [...joined.slice(0, -1), `${last}=${arg}`];
    }
    return [...joined, arg];
  }, []);
}

function mechanismsNamed(text: string): MechanismId[] {
  const names = text === 'nothing' ? [] : text.split(',');
  return names.map((name) => {
    const mechanism = mechanismIds.find((id) => id === name);
    if (mechanism !== undefined) return mechanism;
    throw new UsageError(
      `--confine-by must be empty or list any of ${mechanismIds.join(', ')}, not "${name}".`,
    );
  });
}

function number(name: string, text: string, least = -Infinity, most = Infinity): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= least && value <= most) return value;
  throw new UsageError(`--${name} must be a number${range(least, most)}, not "${text}".`);
}

function integer(name: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const value = number(name, text, least, most);
  if (Number.isInteger(value)) return value;
  throw new UsageError(`--${name} must be a whole number${range(least, most)}, not "${text}".`);
}

function range(least: number, most: number): string {
  if (!Number.isFinite(least)) return '';
  return most < Number.MAX_SAFE_INTEGER ? ` from ${least} to ${most}` : ` of at least ${least}`;
}
