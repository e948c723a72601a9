import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isolateEngines } from '../../../src/network/node/isolation.ts';
import { createConversionRuntime } from '../../../src/service/worker/conversionRuntime.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { type Launch, launchCommand } from '../../../src/util/childProcess.ts';
import { root } from '../paths.ts';
import { bundle } from '../service/standalone.ts';

// A process that stands in for a node: it prints what its engines could access, with and without isolation, and whether
// they work.
const [, , folder = '', url = '', others = '', ...hidden] = process.argv;

const spy = `
const fs = require('node:fs');
const [url, others, ...hidden] = process.argv.slice(1);
const text = (file) => { try { return fs.readFileSync(file, 'latin1'); } catch { return ''; } };
const names = (folder) => { try { return fs.readdirSync(folder); } catch { return []; } };
const isWritten = () => { try { fs.writeFileSync(others + '/written', ''); return true; } catch { return false; } };
const environments = names('/proc').filter((name) => /^\\d+$/.test(name)).map((pid) => text('/proc/' + pid + '/environ'));
const seen = [...environments, ...hidden.flatMap((file) => [text(file), ...names(file)])].join('\\n');
fetch(url).then(() => true, () => false).then((isReached) => console.log(JSON.stringify({
  secrets: ['secret-of-variable', 'secret-of-file', 'secret-of-folder'].filter((secret) => seen.includes(secret)), isReached, isWritten: isWritten(),
})));
`;

function seenBy(launch: Launch | undefined): unknown {
  const { program, args } = launchCommand(launch, process.execPath, ['-e', spy, url, others, ...hidden]);
  return JSON.parse(execFileSync(program, args, { encoding: 'utf8', env: {}, cwd: '/' }));
}

/** Has an engine convert a picture to JPEG, and returns the size of the result. */
async function converted(launch: Launch): Promise<number> {
  const room = createConversionRuntime({
    scriptPath: bundle,
    folder,
    confineBy: ['bubblewrap', 'unshare'],
    clock: systemClock,
    maxWaitingMeasurements: 1,
    launch,
  });
  const job = path.join(folder, 'job');
  mkdirSync(job, { mode: 0o700 });
  const [inputPath, outputPath] = [path.join(job, 'input'), path.join(job, 'output')];
  copyFileSync(path.join(root, 'media/icon.png'), inputPath);
  const formats = { tool: 'convert', engine: 'image', from: 'png', to: 'jpg' } as const;
  const files = { inputPath, inputBytes: 0, fileName: 'a.png', outputPath };
  await room.runner.run({ ...formats, ...files, options: {} }, new AbortController().signal);
  confiners = [(await room.inspector.inspect('ffmpeg', '/usr/bin/ffmpeg')).confinement.by];
  room.dispose();
  return statSync(outputPath).size;
}

let confiners: string[] = [];
process.umask(0o077);
const { launch, reason } = await isolateEngines({ scriptPath: bundle, folder, hidden });
const bytes = launch && (await converted(launch));
const seen = { without: seenBy(undefined), within: launch && seenBy(launch) };
process.stdout.write(JSON.stringify({ reason, ...seen, bytes, confiners }));
process.exit();
