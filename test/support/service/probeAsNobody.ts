import { chownSync } from 'node:fs';
import { probe } from '../../../src/engines/programs/confinement/probe.ts';
import { mechanisms } from '../../../src/engines/programs/confinement/mechanisms.ts';
import { linuxMechanisms } from './sandboxes.ts';

// A process that root starts. It becomes an ordinary user, and reports the sandboxes that work for that user.
const [, , folder = ''] = process.argv;
const ordinary = 65_534;
chownSync(folder, ordinary, ordinary);
process.setgroups?.([]);
process.setgid?.(ordinary);
process.setuid?.(ordinary);
const held = linuxMechanisms.map(async (id) => [
  id,
  (await probe({ by: id, executable: mechanisms[id].executables[0] ?? '', folder })) === 'holds',
]);
process.stdout.write(JSON.stringify(Object.fromEntries(await Promise.all(held))));
