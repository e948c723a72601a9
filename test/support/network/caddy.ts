import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Options that keep Caddy from using fixed ports and from changing the system. */
const options = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n';

interface Caddy {
  /** The certificate of the authority that signed Caddy's, as PEM. */
  readonly authority: string;
  readonly stop: () => Promise<void>;
}

/** Starts Caddy with deploy/Caddyfile at an address, in front of these nodes' hosts with ports. */
export async function startCaddy(
  folder: string,
  { address, accounts, api }: { address: string; accounts: string; api: readonly string[] },
): Promise<Caddy> {
  const config = path.join(folder, 'Caddyfile');
  const adapted = readFileSync('deploy/Caddyfile', 'utf8')
    .replace('accounts:8788', accounts)
    .replace('api-1:8787 api-2:8787', api.join(' '));
  writeFileSync(config, `${options}${adapted}`);
  const caddy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      ...process.env,
      HOST_NAME: address,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(caddy, 'exit');
  for await (const line of createInterface({ input: caddy.stderr }))
    if (line.includes('serving initial configuration')) break;
  caddy.stderr.resume();
  return {
    authority: readFileSync(path.join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
    stop: async () => {
      caddy.kill();
      await ended;
    },
  };
}
