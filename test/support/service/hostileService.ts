import assert from 'node:assert/strict';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { sample } from './fixtures.ts';
import { StandaloneService } from './standalone.ts';

/** A service that charges credits, under attack: failures must cost nothing, and valid requests must keep working. */
class HostileService {
  #service: StandaloneService | undefined;
  #balance = 0;

  async start(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
    this.#service = await StandaloneService.start(['--plan', 'pro', ...args], env);
    this.#balance = await this.#askBalance();
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
  }

  /** The fault of the job, which must fail. */
  async failure(name: string, bytes: Uint8Array, to: string, options: object = {}): Promise<unknown> {
    const error = await this.#api.ending({ name, bytes }, to, options);
    assert.notEqual(typeof error, 'string', `${name} → ${to}: ${String(error)}`);
    return error;
  }

  async convert(name: string, bytes: Uint8Array, to: string, options: object = {}): Promise<Buffer> {
    const { output } = await this.#api.convert({ name, bytes }, to, options);
    this.#balance -= 1;
    return output;
  }

  /** The output, unless the file is refused. */
  async outputIfAny(name: string, bytes: Uint8Array, to: string): Promise<Buffer | undefined> {
    const { json } = await this.#api.submit('/convert', { name, bytes }, { targetFormat: to });
    const { status } = await this.#api.ended('convert', json?.id);
    if (status !== 'Succeeded') return undefined;
    this.#balance -= 1;
    return (await this.#api.download('convert', json?.id)).bytes;
  }

  /** @throws AssertionError if a failure was charged, or a valid file can't be converted anymore */
  async assertStillWorks(): Promise<void> {
    await this.#api.convert(sample('cat.png'), 'gif');
    this.#balance -= 1;
    assert.equal(await this.#askBalance(), this.#balance);
  }

  get #api(): StandaloneService['api'] {
    if (this.#service === undefined) throw new Error('The service hasn’t started');
    return this.#service.api;
  }

  async #askBalance(): Promise<number> {
    return parseEntitlements((await this.#api.call('/convert/entitlements/me')).json).balance ?? NaN;
  }
}

/**
 * Starts a service for the calling suite, with this environment and these switches. After each test, the service must
 * still work as before.
 */
export function useHostileService(env: NodeJS.ProcessEnv = {}, args: readonly string[] = []): HostileService {
  const service = new HostileService();
  before(async () => service.start(env, args));
  afterEach(async () => service.assertStillWorks());
  after(async () => service.stop());
  return service;
}
