import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProxySettings } from '../../src/client/dispatchers.ts';
import type { TierName } from '../../src/contract/tiers.ts';
import { lineLimit, plainLines, plainText } from '../../src/util/plainText.ts';
import { OpenApi } from './answers/openApi.ts';
import { type CliArguments, parseCliArguments, usage } from './arguments.ts';
import { type ConformanceOptions, runConformance } from './index.ts';
import { resultLine } from './runRules.ts';
import { fixedServer } from './servers/fixedServer.ts';
import { launchedServers } from './servers/launchedServers.ts';
import { Slots } from './servers/slots.ts';

const everyPlan: readonly TierName[] = ['guest', 'free', 'pro'];
/** More servers than cores are fine, because some only wait for the end of a window or for a cleanup. */
const maxServers = 5;

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

/** Ends the process if the command line is invalid. */
function parsed(args: readonly string[]): CliArguments {
  try {
    return parseCliArguments(args);
  } catch (error) {
    process.stderr.write(`${plainLines(error instanceof Error ? error.message : error)}\n\n${usage}\n`);
    process.exit(2);
  }
}

/** Runs the rules: at one server, or at the local service once for each plan, in parallel. */
function runs({ server, plan, ...rest }: CliArguments, signal: AbortSignal): ConformanceOptions[] {
  const description = new OpenApi(readFileSync(path.resolve('docs/openapi.yaml'), 'utf8'));
  const common = { ...rest, description, proxy, signal };
  if (server !== undefined) {
    const servers = fixedServer(server.baseUrl, server.key, server.identity);
    return [{ ...common, servers, ...(plan && { plan }) }];
  }
  const slots = new Slots(maxServers);
  const plans = plan ? [plan] : everyPlan;
  return plans.map((each) => ({ ...common, plan: each, servers: launchedServers(each, slots) }));
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
  // Launched servers have all that the rules need, so each rule is observable there.
  const isWhole = args.server !== undefined || counts['not observable'] === 0;
  return counts.fail > 0 || counts.pass === 0 || !isWhole ? 1 : 0;
}

const args = parsed(process.argv.slice(2));
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
// Keeps the process alive, because the waits between requests don't.
const keepAlive = setInterval(() => {}, 60_000);
try {
  process.exitCode = await main(args, stop.signal);
} catch (error) {
  process.stderr.write(`${plainLines(stop.signal.aborted ? 'Stopped.' : error)}\n`);
  process.exitCode = 2;
  // The other plans' servers end, too.
  stop.abort();
} finally {
  clearInterval(keepAlive);
}
