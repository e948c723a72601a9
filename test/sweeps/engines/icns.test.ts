import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { icnsOf, packRuns } from '../../../src/engines/images/fallbackCodecs/icnsFormat.ts';
import { debianPython } from '../../support/debianPython.ts';
import { image, photo, sample } from '../../support/service/fixtures.ts';
import { useHostileService } from '../../support/service/hostileService.ts';
import { invalid } from '../../support/service/jobFaults.ts';
import { converted, decode, psnr } from '../../support/service/raster.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const exec = promisify(execFile);
const damaged = invalid('The image is damaged and can’t be read.');

describe('A macOS icon', () => {
  const folder = useTemporaryFolder();
  const service = useHostileService();

  /** The entries of an icon by type, with the sizes and densities that Pillow finds. */
  async function facts(icns: Buffer): Promise<{ types: string[]; sizes: string }> {
    const file = path.join(folder.path, 'facts.icns');
    await writeFile(file, icns);
    const sizes = 'import sys; from PIL import Image; print(*sorted(Image.open(sys.argv[1]).info["sizes"]))';
    const { stdout } = await exec(debianPython, ['-c', sizes, file]);
    const types: string[] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      types.push(icns.toString('latin1', at, at + 4));
    }
    return { types, sizes: stdout.trim() };
  }

  /** The pictures that icnsutils finds, by size. */
  async function byIcnsutils(icns: Buffer): Promise<Map<number, Buffer>> {
    const file = path.join(folder.path, 'icon.icns');
    await writeFile(file, icns);
    await exec('icns2png', ['-x', '-o', folder.path, file]);
    const names = (await readdir(folder.path)).filter((name) => /^icon_.*\.png$/.test(name));
    const pictures = names.map(async (name) => {
      const side = Number(/_(\d+)x/.exec(name)?.[1]);
      return [side, await readFile(path.join(folder.path, name))] as const;
    });
    return new Map(await Promise.all(pictures));
  }

  /** The same picture written by icnsutils, run-length encoded and with masks. */
  async function writtenByIcnsutils(side: number): Promise<{ png: Buffer; icns: Buffer }> {
    const [file, icns] = [path.join(folder.path, 'made.png'), path.join(folder.path, 'made.icns')];
    const size = `${side}x${side}`;
    await exec('convert', [image('alpha.png'), '-resize', `${size}!`, `PNG32:${file}`]);
    await exec('png2icns', [icns, file]);
    return { png: await readFile(file), icns: await readFile(icns) };
  }

  it('has all sizes from an SVG, for screens of both densities', async () => {
    const svg = await readFile(sample('balloons.svg'));
    const { types, sizes } = await facts(await service.convert('a.svg', svg, 'icns'));
    const files = ['ic11', 'ic12', 'ic07', 'ic08', 'ic13', 'ic09', 'ic14', 'ic10'];
    assert.deepEqual(types.toSorted(), [...files, 'is32', 's8mk', 'il32', 'l8mk'].toSorted());
    const densities = ['(16, 16, 1) (16, 16, 2) (32, 32, 1) (32, 32, 2) (128, 128, 1) (128, 128, 2)'];
    const large = ['(256, 256, 1) (256, 256, 2) (512, 512, 1) (512, 512, 2)'];
    assert.equal(sizes, [...densities, ...large].join(' '));
  });

  it('has the sizes that a picture has pixels for, or the requested ones', async () => {
    const png = await readFile(photo('png'));
    assert.equal(
      (await facts(await service.convert('a.png', png, 'icns'))).sizes,
      '(16, 16, 1) (16, 16, 2) (32, 32, 1)',
    );
    const chosen = await service.convert('a.png', png, 'icns', { sizes: [1024, 16, 16] });
    assert.equal((await facts(chosen)).sizes, '(16, 16, 1) (512, 512, 2)');
    const { png: tiny } = await writtenByIcnsutils(16);
    const least = await service.convert('a.png', tiny, 'icns');
    assert.equal((await facts(least)).sizes, '(16, 16, 1)');
  });

  it('has small squares that icnsutils reads, with transparency', async () => {
    const png = await readFile(image('alpha.png'));
    const pictures = await byIcnsutils(await service.convert('a.png', png, 'icns', { sizes: [16, 32] }));
    for (const side of [16, 32]) {
      const ico = await service.convert('a.png', png, 'ico', { sizes: [side] });
      for (const background of ['white', 'black']) {
        const likeness = psnr(
          await decode(pictures.get(side) ?? Buffer.alloc(0), 'png', background),
          await decode(ico, 'ico', background),
        );
        assert.ok(likeness > 40, `${side} over ${background}: ${likeness.toFixed(1)} dB`);
      }
    }
  });

  for (const side of [16, 32, 48, 128]) {
    it(`is read with its mask at ${side} pixels, as icnsutils writes it`, async () => {
      const { png, icns } = await writtenByIcnsutils(side);
      const output = await service.convert('a.icns', icns, 'png');
      for (const background of ['white', 'black']) {
        const likeness = psnr(await decode(png, 'png', background), await decode(output, 'png', background));
        assert.equal(likeness, Infinity, background);
      }
    });
  }

  it('is read at its largest size, as PNG or JPEG 2000', async () => {
    const small = { type: 'ic07', content: await readFile(photo('png')) };
    const large = await readFile(sample('cat.png'));
    const jp2 = await converted(large, 'png', 'jp2');
    for (const [name, content] of [
      ['png', large],
      ['jp2', jp2],
    ] as const) {
      const icns = icnsOf([small, { type: 'ic10', content }, small]);
      const output = await service.convert('a.icns', icns, 'png');
      assert.ok(psnr(await decode(content, name), await decode(output, 'png')) > 40, name);
    }
  });

  /** The first pixel of an icon with this entry, over black. */
  async function corner(type: string, content: Buffer): Promise<number[]> {
    const output = await service.convert('a.icns', icnsOf([{ type, content }]), 'png');
    return [...(await decode(output, 'png', 'black')).rgb.subarray(0, 3)];
  }

  it('is read with alpha first, and without run-length encoding', async () => {
    const pixels = 16 ** 2;
    const planes = [0x80, 10, 20, 30].map((value) => Buffer.alloc(pixels, value));
    const argb = Buffer.concat([Buffer.from('ARGB'), ...planes.map(packRuns)]);
    const plain = Buffer.alloc(pixels * 3, Buffer.of(10, 20, 30));
    assert.deepEqual(await corner('is32', plain), [10, 20, 30]);
    assert.deepEqual(await corner('ic04', argb), [5, 10, 15]);
  });

  it('is refused if it is damaged or has no picture', async () => {
    const whole = await readFile(photo('icns'));
    const runs = packRuns(Buffer.alloc(16 ** 2 * 3, 1));
    const icons = {
      'cut off': whole.subarray(0, whole.length / 2),
      'a length of four gigabytes': Buffer.concat([Buffer.from('icns'), Buffer.alloc(4, 0xff)]),
      'runs that are too short': icnsOf([{ type: 'is32', content: runs.subarray(2) }]),
      'runs that are too long': icnsOf([{ type: 'is32', content: Buffer.concat([runs, runs]) }]),
      'a mask of another size': icnsOf([
        { type: 'is32', content: runs },
        { type: 's8mk', content: Buffer.alloc(3) },
      ]),
      'a PNG that is none': icnsOf([{ type: 'ic07', content: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }]),
    };
    for (const [name, content] of Object.entries(icons)) {
      assert.deepEqual(await service.failure('a.icns', content, 'png'), damaged, name);
    }
    const none = invalid('The icon has no readable image.');
    let nested = icnsOf([{ type: 'ICN#', content: Buffer.alloc(256) }]);
    for (let depth = 0; depth < 100; depth += 1) nested = icnsOf([{ type: 'icns', content: nested }]);
    assert.deepEqual(await service.failure('a.icns', nested, 'png'), none);
  });
});
