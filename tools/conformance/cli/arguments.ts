import { parseArgs } from 'node:util';
import { type TierName, tierNamed } from '../../../src/contract/tiers.ts';

/** The parsed command line. */
export interface CliArguments {
  /** A server to test, or `undefined` to launch the local service. */
  readonly server: { readonly baseUrl: URL; readonly key: string } | undefined;
  readonly plan: TierName | undefined;
  readonly readOnly: boolean;
  readonly only: string;
}

/** An invalid command line. Its message is for the user. */
export class SuiteUsageError extends Error {
  override readonly name = 'SuiteUsageError';
}

export const usage = `npm run conformance -- --base-url URL --key KEY [--plan guest|free|pro] [--read-only] [--only PREFIX]
npm run conformance -- --launch [--plan guest|free|pro] [--only PREFIX]

  --base-url, --key  the server to test; rules that need switches are not observable there
  --launch           start the local service with the switches that each rule needs
  --plan             the tier whose limits to expect; with --launch, the only one to run instead of all three
  --read-only        only rules no request of which could be charged
  --only             only rules whose id begins so`;

/** @throws SuiteUsageError */
export function parseCliArguments(args: readonly string[]): CliArguments {
  const { values } = parse(args);
  const { launch, key, 'base-url': address, 'read-only': readOnly, only } = values;
  const plan = tierNamed(values.plan);
  if (values.plan !== undefined && plan === undefined) {
    throw new SuiteUsageError(`--plan must be guest, free, or pro, not "${values.plan}".`);
  }
  const common = { plan, readOnly, only };
  if (launch) {
    if (address !== undefined || key !== undefined) {
      throw new SuiteUsageError('--launch starts its own server: it goes without --base-url and --key.');
    }
    return { server: undefined, ...common };
  }
  const baseUrl = URL.parse(address ?? '');
  if (baseUrl === null || !/^https?:$/.test(baseUrl.protocol)) {
    throw new SuiteUsageError('--base-url takes the http or https address of the server; or use --launch.');
  }
  if (!key) throw new SuiteUsageError('--key is missing: the API key of the server.');
  return { server: { baseUrl, key }, ...common };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'base-url': { type: 'string' },
        key: { type: 'string' },
        plan: { type: 'string' },
        launch: { type: 'boolean', default: false },
        'read-only': { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
      },
    });
  } catch (error) {
    throw new SuiteUsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
