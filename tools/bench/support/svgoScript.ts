// node svgoScript.ts <SVG >SVG: does the same as `svgo --multipass`, but keeps IDs as we do, because pages may use them.
import { text } from 'node:stream/consumers';
import { optimize } from 'svgo';

const plugins = [{ name: 'preset-default', params: { overrides: { cleanupIds: false } } }] as const;
process.stdout.write(optimize(await text(process.stdin), { multipass: true, plugins: [...plugins] }).data);
