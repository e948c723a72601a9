import assert from 'node:assert/strict';
import { parseStandaloneArguments } from '../../../../src/service/server/standalone.ts';

const parse = (...args: string[]) => parseStandaloneArguments(['--key', 'k', ...args]);

describe('parseStandaloneArguments', () => {
  it('needs only a key', () => {
    assert.deepEqual(parse(), {
      port: 8787,
      plan: 'pro',
      key: 'k',
      credits: undefined,
      retentionMs: 3_600_000,
      poolSlots: undefined,
      jobDelayMs: 0,
      allowedAddresses: [],
      clockOffsetMs: 0,
      isExtended: true,
      confineBy: ['bubblewrap', 'unshare'],
    });
  });

  it('reads every switch', () => {
    const args =
      '--port 0 --plan FREE --credits 7 --retention-seconds 2 --pool 1 --job-delay-ms 50 --allow-ip ::1';
    assert.deepEqual(
      parse(
        ...args.split(' '),
        '--allow-ip',
        '10.0.0.1',
        '--clock-offset-seconds',
        '-60',
        '--confine-by',
        'unshare',
        '--without-extensions',
      ),
      {
        port: 0,
        plan: 'free',
        key: 'k',
        credits: 7,
        retentionMs: 2000,
        poolSlots: 1,
        jobDelayMs: 50,
        allowedAddresses: ['::1', '10.0.0.1'],
        clockOffsetMs: -60_000,
        isExtended: false,
        confineBy: ['unshare'],
      },
    );
  });

  it('turns sandboxes off only explicitly', () => {
    assert.deepEqual(parse('--confine-by', 'nothing').confineBy, []);
    assert.deepEqual(parse('--confine-by', 'sandbox-exec,unshare').confineBy, ['sandbox-exec', 'unshare']);
  });

  for (const [wrong, sentence] of [
    ['--port 99999', '--port must be a number from 0 to 65535, not "99999".'],
    ['--plan gold', '--plan must be guest, free, or pro, not "gold".'],
    ['--credits -1', '--credits must be a number of at least 0, not "-1".'],
    ['--credits 1.5', '--credits must be a whole number of at least 0, not "1.5".'],
    ['--pool 0', '--pool must be a number of at least 1, not "0".'],
    ['--retention-seconds 1e9', '--retention-seconds must be a number from 0 to 2147483, not "1e9".'],
    ['--allow-ip here', '--allow-ip must be an IP address, not "here".'],
    [
      '--confine-by jail',
      '--confine-by must be empty or list any of bubblewrap, unshare, sandbox-exec, not "jail".',
    ],
    ['--colour red', "Unknown option '--colour'."],
    ['extra', "Unexpected argument 'extra'."],
  ] as const) {
    it(`refuses ${wrong} in one sentence`, () => {
      assert.throws(() => parse(...wrong.split(' ')), { name: 'UsageError', message: sentence });
    });
  }

  it('refuses to start without a key', () => {
    assert.throws(() => parseStandaloneArguments([]), { message: /^--key is missing/ });
  });
});
