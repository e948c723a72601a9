import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { processStart } from '../../../src/util/leaseHolder.ts';

describe('The start time of a process', () => {
  it('is the same every time, and missing without a process', async () => {
    assert.equal(await processStart(process.pid), await processStart(process.pid));
    assert.equal(await processStart(2 ** 30), undefined);
  });

  it('is the same text in every time zone and language, as on macOS', async function () {
    if (!existsSync('/bin/ps')) this.skip();
    const { TZ, LC_ALL } = process.env;
    const starts: (string | undefined)[] = [];
    for (const zone of ['America/New_York', 'Asia/Tokyo']) {
      Object.assign(process.env, { TZ: zone, LC_ALL: 'C.UTF-8' });
      starts.push(await processStart(process.pid, 'darwin'));
    }
    restore({ TZ, LC_ALL });
    assert.match(starts[0] ?? '', /^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
    assert.equal(starts[0], starts[1]);
  });
});

function restore(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
