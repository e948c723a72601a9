import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProxySettings } from '../../src/client/dispatchers.ts';
import type { TierName } from '../../src/contract/tiers.ts';
import { lineLimit, plainLines, plainText } from '../../src/util/plainText.ts';
import { OpenApi } from './answers/openApi.ts';
import { SuiteUsageError, type CliArguments, parseCliArguments, usage } from './arguments.ts';
import { type ConformanceOptions, runConformance } from './index.ts';
import { resultLine } from './runRules.ts';
import { fixedServer } from './servers/fixedServer.ts';
import { launchedServers } from './servers/launchedServers.ts';
import { Slots } from './servers/slots.ts';

const everyPlan: readonly TierName[] = ['guest', 'free', 'pro'];
/** More servers than cores are fine, because some only wait for the end of a window or for a cleanup. */
const maxServers = 5;
const scriptPath = path.resolve('dist/localService.cjs');
const descriptionPath = path.resolve('docs/openapi.yaml');

const proxy: ProxySettings = {
  proxy: undefined,
  noProxy: [],
  enabled: true,
  strictSsl: true,
  systemCertificates: true,
  env: process.env,
};

/** Ids, codes, and evidence contain texts of the server, which must not control a terminal. */
function print(line: string): void {
  process.stdout.write(`${plainText(line, lineLimit)}\n`);
}

/** The reason why the run couldn't finish, as a text for the user. */
function reasonOf(error: unknown): unknown {
  if (stop.signal.aborted) return 'Stopped.';
  return error instanceof SuiteUsageError ? `${error.message}\n\n${usage}` : error;
}

/** Runs the rules: at one server, or at the local service once for each plan, in parallel. */
function runs({ server, plan, ...rest }: CliArguments, signal: AbortSignal): ConformanceOptions[] {
  const description = new OpenApi(readFileSync(descriptionPath, 'utf8'));
  const common = { ...rest, description, proxy, signal };
  if (server !== undefined) {
    return [
      {
        ...common,
        servers: fixedServer(server.baseUrl, server.key, server.identity),
        ...(plan ? { plan } : {}),
      },
    ];
  }
  const slots = new Slots(maxServers);
  return (plan ? [plan] : everyPlan).map((each) => ({
    ...common,
    plan: each,
    servers: launchedServers({ scriptPath, plan: each, slots }),
  }));
}

async function main(args: CliArguments, signal: AbortSignal): Promise<number> {
  const counts = { pass: 0, fail: 0, 'not observable': 0 };
  const begun = runs(args, signal);
  const printAll = async (options: ConformanceOptions): Promise<void> => {
    for await (const result of runConformance(options)) {
      counts[result.outcome] += 1;
      print(`${begun.length > 1 ? `${options.plan}  ` : ''}${resultLine(result)}`);
    }
  };
  await Promise.all(begun.map(printAll));
  print(`${counts.pass} passed, ${counts.fail} failed, ${counts['not observable']} skipped`);
  return counts.fail > 0 || counts.pass === 0 ? 1 : 0;
}

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
// Keeps the process alive, because the waits between requests don't.
const keepAlive = setInterval(() => {}, 60_000);
try {
  process.exitCode = await main(parseCliArguments(process.argv.slice(2)), stop.signal);
} catch (error) {
  process.stderr.write(`${plainLines(reasonOf(error))}\n`);
  process.exitCode = 2;
} finally {
  clearInterval(keepAlive);
}
