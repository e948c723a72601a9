import { exitCode, run } from '../support/command.ts';
import {
  decoderNeeds,
  ensureSystemPackages,
  programDecoderNeeds,
  programNeeds,
} from '../support/systemPackages.ts';

const suites = process.argv.length > 2 ? process.argv.slice(2) : ['test/service/**/*.test.ts'];

await ensureSystemPackages([...decoderNeeds, ...programNeeds, ...programDecoderNeeds]);
await run('node', ['esbuild.mjs']);
process.exitCode = await exitCode('mocha', suites);
