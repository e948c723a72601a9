import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import {
  architectures,
  deniedCalls,
  systemCallFilter,
} from '../../../../../src/engines/programs/confinement/systemCallFilter.ts';

const [allow, missing, deny] = [0x7fff0000, 0x00050026, 0x00050001];
const cloneThread = 0x3d0f00;
const cloneNewUser = 0x10000000;

/** The kernel's answer to a system call: runs the filter's classic BPF instructions. */
function answerOf(filter: Buffer, arch: number, number: number, args: readonly number[] = []): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(arch, 4);
  for (const [index, arg] of args.entries()) data.writeUInt32LE(arg, 16 + 8 * index);
  let held = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, k] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    const skip = (isTrue: boolean): number => 8 * filter.readUInt8(at + (isTrue ? 2 : 3));
    if (code === 0x20) held = data.readUInt32LE(k);
    else if (code === 0x15) at += skip(held === k);
    else if (code === 0x35) at += skip(held >= k);
    else if (code === 0x45) at += skip((held & k) !== 0);
    else if (code === 0x06) return k;
    else throw new Error(`Unknown instruction code: ${code}`);
  }
  throw new Error('The filter ended without a result');
}

for (const arch of ['x64', 'arm64'] as const) {
  describe(`The system call filter for ${arch}`, () => {
    const calls = architectures[arch];
    const filter = systemCallFilter(arch);
    assert.ok(calls && filter);
    const answer = (number: number, ...args: number[]): number => answerOf(filter, calls.id, number, args);

    it('denies listed calls, and those of another architecture', () => {
      for (const number of calls.denied) assert.equal(answer(number), deny, String(number));
      assert.equal(answerOf(filter, 0x40000003, 1), deny);
      assert.equal(answer(0x40000000 + 1), deny);
    });

    it('allows other calls', () => {
      const denied = new Set(calls.denied);
      for (let number = 0; number < 470; number += 1) {
        if (denied.has(number) || [435, calls.clone, calls.ioctl, calls.prctl, calls.socket].includes(number))
          continue;
        assert.equal(answer(number, 0x5412, 0x5412), allow, String(number));
      }
    });

    it('allows processes and threads, and denies namespaces', () => {
      assert.equal(answer(calls.clone, cloneThread), allow);
      assert.equal(answer(calls.clone, cloneNewUser + 17), deny);
      assert.equal(answer(435), missing);
    });

    it('denies terminal injection and socket families that leave the network', () => {
      assert.equal(answer(calls.ioctl, 0, 0x5412), deny);
      assert.equal(answer(calls.ioctl, 0, 0x541c), deny);
      assert.equal(answer(calls.ioctl, 0x5412, 0x5401), allow);
      for (const family of [1, 2, 10, 16]) assert.equal(answer(calls.socket, family), allow);
      for (const family of [0, 17, 38, 40]) assert.equal(answer(calls.socket, family), deny);
    });

    it('denies hiding open files, and allows other operations on processes', () => {
      assert.equal(answer(calls.prctl, 4), deny);
      for (const operation of [3, 15, 38]) assert.equal(answer(calls.prctl, operation), allow);
    });
  });
}

describe('System call numbers', () => {
  for (const [at, arch, file, define] of [
    [0, 'x64', '/usr/include/x86_64-linux-gnu/asm/unistd_64.h', /#define __NR_(\w+)\s+(\d+)/g],
    [1, 'arm64', '/usr/include/asm-generic/unistd.h', /#define __NR(?:3264)?_(\w+)\s+(\d+)/g],
  ] as const) {
    it(`match the kernel’s headers for ${arch}`, function () {
      if (!existsSync(file)) this.skip();
      const found = readFileSync(file, 'utf8').matchAll(define);
      const known = new Map([...found].map(([, name = '', number]) => [name, Number(number)]));
      const { clone, ioctl, prctl, socket } = architectures[arch] ?? {};
      assert.deepEqual(
        [clone, ioctl, prctl, socket],
        ['clone', 'ioctl', 'prctl', 'socket'].map((name) => known.get(name)),
      );
      // Headers of older kernels lack newer calls.
      const newer = new Set(['open_tree_attr']);
      for (const [name, numbers] of Object.entries(deniedCalls)) {
        if (known.has(name) || !newer.has(name)) assert.equal(numbers[at], known.get(name), name);
      }
    });
  }
});
