import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineId } from '../../../src/engines/index.ts';
import {
  availableConversions,
  findCombination,
  findCompression,
  previewRoute,
  probeEngine,
  partEngine,
} from '../../../src/engines/registry.ts';
import type { LocalService, PartConversion } from '../../../src/vscode/localService/localService.ts';
import type { ApiCaller } from './apiCaller.ts';
import { decodedAs } from './decodedImage.ts';
import { named, type NamedFile } from './files.ts';
import { psnr, type Raster } from './raster.ts';

export interface ProvenServices {
  readonly api: ApiCaller;
  readonly local: LocalService;
  /** An empty folder. */
  readonly folder: string;
}

/** One thing that an engine does, checked by a decoder that didn't write the result. */
export interface EngineProof {
  /** Completes “it …”. */
  readonly does: string;
  /** The engine that the service uses for this. */
  readonly engine: EngineId | undefined;
  readonly prove: (services: ProvenServices) => Promise<void>;
}

/** Throws unless the output has the source's content. */
type Check = (output: Buffer, source: Buffer) => Promise<void> | void;

const signal = AbortSignal.any([]);
const formatOf = (file: string | NamedFile): string =>
  path.extname(typeof file === 'string' ? file : file.name).slice(1);
const sent = (file: string | NamedFile): NamedFile => (typeof file === 'string' ? named(file) : file);

export function converts(
  does: string,
  file: string | NamedFile,
  to: string,
  check: Check,
  options = {},
): EngineProof {
  return {
    does,
    engine: availableConversions(formatOf(file), to, new Map())[0]?.engine,
    prove: async ({ api }) => {
      const source = sent(file);
      await check((await api.convert(source, to, options)).output, source.bytes);
    },
  };
}

/** The output is also smaller. */
export function compresses(does: string, file: string, check: Check): EngineProof {
  return {
    does,
    engine: findCompression(formatOf(file))?.engine,
    prove: async ({ api }) => {
      const source = sent(file);
      const { output } = await api.compress(source);
      assert.ok(output.length < source.bytes.length, `${source.bytes.length} → ${output.length} bytes`);
      await check(output, source.bytes);
    },
  };
}

export function combines(
  does: string,
  files: readonly string[],
  to: string,
  check: (output: Buffer) => Promise<void> | void,
): EngineProof {
  return {
    does,
    engine: findCombination(to)?.engine,
    prove: async ({ api }) => check((await api.combine(files.map(named), to)).output),
  };
}

/** Makes a preview, or tries settings. `expected` gets the size of the preview, which may fit any screen. */
export function shows(
  does: string,
  file: string | NamedFile,
  expected: (size: Raster) => Promise<Raster> | Raster,
  part?: PartConversion,
): EngineProof {
  return {
    does,
    engine: part ? partEngine : previewRoute(formatOf(file))?.engine,
    prove: async ({ local, folder }) => {
      const places = { inputPath: path.join(folder, 'input'), outputPath: path.join(folder, 'picture.png') };
      const { name, bytes } = sent(file);
      await writeFile(places.inputPath, bytes);
      const request = { ...places, fileName: name, page: 1, mayRunPrograms: false };
      await local.preview(part ? { ...request, part } : request, signal);
      const seen = await decodedAs('PNG', await readFile(places.outputPath));
      assertSimilar(seen, await expected(seen));
    },
  };
}

export function probes(does: string, file: string, traits: object): EngineProof {
  return {
    does,
    engine: probeEngine(formatOf(file)),
    prove: async ({ local }) => {
      const found = await local.probe({ inputPath: file, fileName: path.basename(file) }, signal);
      assert.deepEqual(found, { ...found, ...traits });
    },
  };
}

/** Throws unless two images have the same size and at least this similarity in decibels. */
export function assertSimilar(actual: Raster, expected: Raster, minPsnr = 30): void {
  const likeness = psnr(actual, expected);
  assert.ok(likeness >= minPsnr, `${actual.width} × ${actual.height} pixels, ${likeness.toFixed(1)} dB`);
}
