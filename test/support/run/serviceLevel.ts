import {
  decoderNeeds,
  encoderNeeds,
  ensureSystemPackages,
  programDecoderNeeds,
  programNeeds,
} from '../systemPackages.ts';
import { buildOnce } from './build.ts';
import { inRunFolder } from './runFolder.ts';
import { runSuites } from './suites.ts';

/** Runs suites that convert through the local service, with the programs that do so and those that judge what came out. */
export async function runServiceLevel(patterns: readonly string[]): Promise<void> {
  await ensureSystemPackages([...decoderNeeds, ...encoderNeeds, ...programNeeds, ...programDecoderNeeds]);
  await inRunFolder(async () => {
    await buildOnce();
    process.exitCode = await runSuites(patterns);
  });
}
