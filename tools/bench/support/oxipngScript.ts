// node oxipngScript.ts LEVEL <PNG >PNG: does the same as oxipng, which Debian doesn't package.
import { initSync, optimise } from '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';

const wasm = createRequire(import.meta.url).resolve('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm');
initSync(await readFile(wasm));
process.stdout.write(optimise(await buffer(process.stdin), Number(process.argv[2]), false, false));
