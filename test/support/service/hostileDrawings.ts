import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Listener } from '../http/listener.ts';
import { sample } from './fixtures.ts';
import { decode } from './raster.ts';
import type { StandaloneService } from './standalone.ts';

/** Tests of a service with drawings that refer to external files and addresses. */
export function itKeepsDrawingsIn(service: () => Pick<StandaloneService, 'api'>): void {
  it('can’t draw a file of this machine into its picture', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'secret-'));
    try {
      const secret = sample('coffee.jpg');
      for (const href of [`file://${secret}`, secret, path.relative(folder, secret), 'input', 'lease.json']) {
        const { output } = await service().api.convert({ name: 'a.svg', bytes: svgWith(href) }, 'png');
        assert.deepEqual([...new Set((await decode(output, 'png')).rgb)], [255], href);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('can’t request any address', async () => {
    const listener = await Listener.start();
    try {
      const bytes = svgWith(`${listener.url}/a.png`);
      await service().api.convert({ name: 'a.svg', bytes }, 'png');
      await service().api.compress({ name: 'a.svg', bytes });
      assert.deepEqual(listener.calls, []);
    } finally {
      listener.stop();
    }
  });
}

function svgWith(href: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40">
      <image href="${href}" xlink:href="${href}" width="40" height="40"/>
      <style>@import url("${href}");</style>
    </svg>`,
  );
}
