// node askEntitlements.ts '{"baseUrl":…,"systemCertificates":…}': prints the tier that the built network code reads, or the code of its error.
import * as z from 'zod/mini';
import { requestDialect } from '../../../src/contract/dialect.ts';
import { isCodedError } from '../../../src/contract/errors.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { loadNetworkBundle } from './networkBundle.ts';
import { direct } from './networkFixture.ts';

const schema = z.object({ baseUrl: z.string(), systemCertificates: z.boolean() });
const { baseUrl, systemCertificates } = schema.parse(JSON.parse(process.argv[2] ?? ''));

const connection = loadNetworkBundle().createNetworkService({
  baseUrl: new URL(baseUrl),
  apiKey: async () => 'key',
  proxy: { ...direct, systemCertificates },
  writing: requestDialect.write,
  clock: systemClock,
  log: () => {},
});
try {
  const { tier } = await connection.client.entitlements('convert', new AbortController().signal);
  console.log(tier);
} catch (error) {
  console.log(isCodedError(error) ? error.code : error);
} finally {
  connection.dispose();
}
