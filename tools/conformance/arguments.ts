import { parseArgs } from 'node:util';
import type { Identity } from './servers/serverSource.ts';
import { type TierName, tierNamed } from '../../src/contract/tiers.ts';

/** The parsed command line. */
export interface CliArguments {
  /** A server to test, or `undefined` to launch the local service. */
  readonly server: { readonly baseUrl: URL; readonly key: string; readonly identity: Identity } | undefined;
  readonly plan: TierName | undefined;
  readonly readOnly: boolean;
  readonly only: string;
}

export const usage = `npm run conformance -- --base-url URL --key KEY [--plan guest|free|pro] [--auth-url URL] [--email EMAIL --password PASSWORD]
  [--read-only] [--only PREFIX]
npm run conformance -- --launch [--plan guest|free|pro] [--only PREFIX]

  --base-url, --key  the server to test; rules that need server options can’t be observed there
  --auth-url         the server’s identity provider, if the server doesn’t announce it
  --email, --password  a person who may sign in there. The person gets a message about a new password, and a key that is revoked again
  --launch           start the local service with the options that each rule needs
  --plan             the expected tier; with --launch, only this tier instead of all three
  --read-only        only rules whose requests can’t be charged
  --only             only rules whose ID starts with this prefix`;

/** @throws Error with a message for the user, if the command line is invalid */
export function parseCliArguments(args: readonly string[]): CliArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'base-url': { type: 'string' },
      key: { type: 'string' },
      'auth-url': { type: 'string' },
      email: { type: 'string' },
      password: { type: 'string' },
      plan: { type: 'string' },
      launch: { type: 'boolean', default: false },
      'read-only': { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  });
  const { launch, key, 'base-url': address, 'read-only': readOnly, only } = values;
  const plan = tierNamed(values.plan);
  if (values.plan !== undefined && plan === undefined) {
    throw new Error(`--plan must be guest, free, or pro, not "${values.plan}".`);
  }
  const common = { plan, readOnly, only };
  if (launch) {
    if (address !== undefined || key !== undefined) {
      throw new Error('--launch starts its own server, so --base-url and --key can’t be set.');
    }
    return { server: undefined, ...common };
  }
  const baseUrl = webAddress(address);
  if (baseUrl === undefined)
    throw new Error('--base-url must be the http or https address of the server. Or use --launch.');
  if (!key) throw new Error('--key is missing: set the API key for the server.');
  const { email, password, 'auth-url': authAddress } = values;
  const authUrl = webAddress(authAddress);
  if (authAddress !== undefined && authUrl === undefined)
    throw new Error('--auth-url must be the http or https address of the identity provider.');
  return { server: { baseUrl, key, identity: { authUrl, email, password } }, ...common };
}

function webAddress(text = ''): URL | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}
