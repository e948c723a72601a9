import { buildOnce } from '../support/run/build.ts';
import { inRunFolder } from '../support/run/runFolder.ts';
import { runSuites } from '../support/run/suites.ts';
import {
  decoderNeeds,
  ensureSystemPackages,
  programDecoderNeeds,
  programNeeds,
} from '../support/systemPackages.ts';

await ensureSystemPackages([...decoderNeeds, ...programNeeds, ...programDecoderNeeds]);
await inRunFolder(async () => {
  await buildOnce();
  process.exitCode = await runSuites(['test/sweeps/*.test.ts']);
});
