import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StandaloneService } from '../../test/support/service/standalone.ts';
import { convertFile } from '../corpus/convertFile.ts';
import type { FuzzRequest } from './cases/fuzzCase.ts';
import { outputFault } from './output.ts';

/** Outcomes that a service must never have, whatever the file. */
const faultKinds = [
  /** The worker process died, or an engine failed without a sentence for the user. */
  'crash',
  /** The process needed more memory than the service allows, and was killed. */
  'memory',
  /** The output isn't a file of its format. */
  'output',
  /** Something other than the output was written. */
  'stray',
] as const;

/** The outcome of a request. `slow` is longer than this run waits, which may be appropriate for the file. */
export type TrialOutcome = { readonly kind: 'succeeded' | 'refused' | 'slow' } | TrialFault;

export interface TrialFault {
  readonly kind: (typeof faultKinds)[number];
  /** A one-line description, which is equal for equal faults. */
  readonly what: string;
}

export function isFault(outcome: TrialOutcome): outcome is TrialFault {
  return faultKinds.some((kind) => kind === outcome.kind);
}

const settings = ['--pool', '1', '--credits', '1000000000', '--retention-seconds', '60'];
/** The time that the service takes at most to remove files and to print errors once a job has ended. */
const maxDelayMs = 2000;

/**
 * Sends files to a local service, one at a time, and checks for leftovers: besides results in the service's own folder,
 * nothing may appear in the temporary folder, and in its parent folders, which a hostile name may lead to.
 */
export class FuzzTrial {
  readonly #root = mkdtempSync(path.join(os.tmpdir(), 'fuzz-'));
  readonly #temporary = path.join(this.#root, 'above/temporary');
  readonly #env: NodeJS.ProcessEnv;
  readonly #patienceMs: number;
  #service: StandaloneService | undefined;
  #known: ReadonlySet<string> = new Set();
  #printed: string[] = [];

  /** @param env variables of the service, such as a `PATH` with the user's programs */
  constructor(patienceMs: number, env: NodeJS.ProcessEnv = {}) {
    this.#env = { ...env, TMPDIR: this.#temporary };
    this.#patienceMs = patienceMs;
  }

  async run({ tool, from, to, bytes }: FuzzRequest): Promise<TrialOutcome> {
    const { api } = (this.#service ??= await this.#start());
    this.#printed = [];
    const outcome = await convertFile(api, { tool, name: `file.${from}`, bytes, to }, this.#patienceMs);
    if (outcome.is === 'hung') {
      await this.#stop();
      return { kind: 'slow' };
    }
    const stray = await this.#strayOf(outcome.is === 'converted' ? 1 : 0);
    if (stray.length > 0) return { kind: 'stray', what: `wrote ${stray.join(', ')}` };
    switch (outcome.is) {
      case 'crashed':
        return { kind: 'crash', what: await this.#reasonOf(`${from} to ${to}: ${outcome.sentence}`) };
      case 'outOfMemory':
        return { kind: 'memory', what: `${from} to ${to}` };
      case 'refused':
        return { kind: 'refused' };
      case 'converted': {
        // A file that can't be made smaller stays the same, including its faults.
        const isSource = tool === 'compress' && outcome.output.equals(bytes);
        const wrong = isSource ? undefined : outputFault(outcome.output, outcome.format);
        return wrong === undefined ? { kind: 'succeeded' } : { kind: 'output', what: wrong };
      }
    }
  }

  async dispose(): Promise<void> {
    await this.#stop();
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #start(): Promise<StandaloneService> {
    mkdirSync(this.#temporary, { recursive: true });
    const service = await StandaloneService.start(settings, this.#env, (line) => this.#printed.push(line));
    this.#known = new Set(this.#files());
    return service;
  }

  async #stop(): Promise<void> {
    await this.#service?.stop();
    this.#service = undefined;
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** The files that have appeared since the last case, if there are more than expected. */
  async #strayOf(expected: number): Promise<string[]> {
    const appeared = (): string[] => this.#files().filter((file) => !this.#known.has(file));
    // The service removes a job's files shortly after it has ended.
    const found = await until(appeared, ({ length }) => length <= expected);
    this.#known = new Set(this.#files());
    return found.length > expected ? found.map((file) => path.basename(file)) : [];
  }

  #files(): string[] {
    try {
      return readdirSync(this.#root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'lease.json')
        .map(({ parentPath, name }) => path.join(parentPath, name));
    } catch {
      // The service has just removed a folder.
      return this.#files();
    }
  }

  /**
   * The error that the worker printed as one line, with the first of our own functions in its stack. Numbers are
   * omitted, because they differ between files.
   */
  async #reasonOf(otherwise: string): Promise<string> {
    // The output arrives separately from the answer. There is none if the process died.
    const printed = await until(
      () => this.#printed,
      ({ length }) => length > 0,
    );
    const lines = printed.map((line) => line.trim());
    const error = lines.find((line) => /^\w*(?:Error|Exception)\b/.test(line)) ?? lines[0] ?? otherwise;
    const places = lines.flatMap((line) => /^at (?:async )?([\w.#<>$ ]+) \(.*$/.exec(line)?.[1] ?? []);
    const place = places.find((name) => !/^(?:Object|Array|Map|Set|node:)/.test(name));
    const plain = error.replaceAll(/["'`“].*["'`”]/g, '…').replaceAll(/-?\d+(?:\.\d+)?/g, 'N');
    return `${plain.slice(0, 160)}${place === undefined ? '' : ` in ${place}`}`;
  }
}

/** Reads until `accept` holds, but not for long, and resolves to the last value. */
async function until<T>(read: () => T, accept: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + maxDelayMs;
  let value = read();
  while (!accept(value) && Date.now() < deadline) {
    await delay(5);
    value = read();
  }
  return value;
}
