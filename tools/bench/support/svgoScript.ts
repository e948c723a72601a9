// node svgoScript.ts <SVG >SVG: does the same as `svgo --multipass`, but keeps IDs as we do, because pages may use them.
import { text } from 'node:stream/consumers';
import { optimize } from 'svgo';

const { data } = optimize(await text(process.stdin), {
  multipass: true,
  plugins: [{ name: 'preset-default', params: { overrides: { cleanupIds: false } } }],
});
process.stdout.write(data);
